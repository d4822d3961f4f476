// The lessons that there are, loaded when one is opened.
import type { Lesson } from "./script";

const files = import.meta.glob<{ default: Lesson }>("../gen/tutorial.*.json");

export const hasLesson = (game: string): boolean => `../gen/tutorial.${game}.json` in files;

export async function loadLesson(game: string): Promise<Lesson | null> {
  const file = files[`../gen/tutorial.${game}.json`];
  return file ? (await file()).default : null;
}
