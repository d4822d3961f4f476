// A first small set of sounds, made in the browser: no files. Silent until the first click or key (browsers want that), and when
// the settings say so; each class has its own switch.
import { effect } from "@preact/signals";
import type { Entry, GameEvent } from "../core/proto";
import { settings, type SoundClass } from "../core/settings";
import type { Table } from "../core/table";
import { soundOf, type EventRows } from "./events";

let audio: AudioContext | null = null;
let master: GainNode | null = null;
let hiss: AudioBuffer | null = null;

function wake(): void {
  if (!settings.sound.peek()) return;
  try {
    audio ??= new AudioContext();
    if (!master) {
      master = audio.createGain();
      master.connect(audio.destination);
    }
    if (audio.state === "suspended") void audio.resume();
  } catch {
    audio = null; // no sound here
  }
}
for (const type of ["pointerdown", "keydown"]) addEventListener(type, wake, { capture: true, passive: true });

/** A tone from one pitch to another, in seconds after t. */
function tone(t: number, from: number, to: number, len: number, loud: number, type: OscillatorType = "sine", attack = 0.005): void {
  if (!audio || !master) return;
  const osc = audio.createOscillator(), gain = audio.createGain();
  osc.type = type;
  osc.frequency.setValueAtTime(from, t);
  osc.frequency.exponentialRampToValueAtTime(Math.max(20, to), t + len);
  gain.gain.setValueAtTime(0.0001, t);
  gain.gain.exponentialRampToValueAtTime(loud, t + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, t + len);
  osc.connect(gain).connect(master);
  osc.start(t);
  osc.stop(t + len + 0.02);
}

/** Noise through a filter that moves from one pitch to another. */
function noise(t: number, from: number, to: number, len: number, loud: number, type: BiquadFilterType = "bandpass", q = 1): void {
  if (!audio || !master) return;
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
    const data = hiss.getChannelData(0);
    let seed = 1;
    for (let i = 0; i < data.length; i++) {
      seed = (seed * 48271) % 2147483647;
      data[i] = seed / 1073741823.5 - 1;
    }
  }
  const src = audio.createBufferSource(), filter = audio.createBiquadFilter(), gain = audio.createGain();
  src.buffer = hiss;
  filter.type = type;
  filter.Q.value = q;
  filter.frequency.setValueAtTime(from, t);
  filter.frequency.exponentialRampToValueAtTime(to, t + len);
  gain.gain.setValueAtTime(loud, t);
  gain.gain.exponentialRampToValueAtTime(0.0001, t + len);
  src.connect(filter).connect(gain).connect(master);
  src.start(t, (t * 7.3) % 0.5, len + 0.02);
}

const notes = (t: number, pitches: number[], step: number, len: number, loud: number, type: OscillatorType = "sine"): void =>
  pitches.forEach((p, i) => tone(t + i * step, p, p, len, loud, type));

const made = {
  dice: ["dice", (t) => [0, 0.05, 0.09, 0.16, 0.2, 0.29].forEach((d, i) => noise(t + d, 1900 + 350 * (i % 3), 900, 0.05, 0.5 - i * 0.05, "bandpass", 4))],
  hit: ["moves", (t) => { noise(t, 2600, 500, 0.09, 0.5); tone(t, 320, 130, 0.12, 0.3, "triangle"); }],
  kill: ["moves", (t) => { noise(t, 1600, 120, 0.35, 0.5, "lowpass"); tone(t, 240, 45, 0.4, 0.35, "sawtooth"); }],
  step: ["moves", (t) => { noise(t, 420, 180, 0.08, 0.5, "lowpass"); noise(t + 0.12, 380, 160, 0.08, 0.4, "lowpass"); }],
  wind: ["moves", (t) => noise(t, 300, 1500, 0.4, 0.3, "bandpass", 3)],
  bolt: ["moves", (t) => { noise(t, 900, 300, 0.06, 0.5); tone(t, 180, 90, 0.16, 0.35, "square"); }],
  charge: ["moves", (t) => tone(t, 330, 660, 0.28, 0.22, "triangle", 0.05)],
  ultimate: ["moves", (t) => { notes(t, [196, 294, 392, 588], 0.05, 0.6, 0.14, "triangle"); noise(t, 200, 3000, 0.5, 0.2); }],
  shield: ["moves", (t) => { tone(t, 880, 870, 0.5, 0.16); tone(t, 1330, 1320, 0.35, 0.09); }],
  bless: ["moves", (t) => notes(t, [523, 659, 784], 0.08, 0.35, 0.16)],
  coin: ["moves", (t) => notes(t, [988, 1319], 0.06, 0.14, 0.09)],
  strike: ["events", (t) => { tone(t, 150, 50, 0.22, 0.5); noise(t, 700, 150, 0.12, 0.4, "lowpass"); }],
  shot: ["events", (t) => { noise(t, 3200, 900, 0.14, 0.35); tone(t + 0.12, 200, 90, 0.1, 0.3, "triangle"); }],
  hurt: ["events", (t) => tone(t, 233, 175, 0.26, 0.24, "sawtooth", 0.01)],
  fall: ["events", (t) => notes(t, [220, 185, 147], 0.12, 0.4, 0.2, "triangle")],
  boom: ["events", (t) => { tone(t, 90, 32, 0.7, 0.6); noise(t, 500, 60, 0.6, 0.5, "lowpass"); noise(t + 0.15, 1500, 400, 0.25, 0.16); }],
  break: ["events", (t) => { noise(t, 4000, 1500, 0.16, 0.4, "highpass"); tone(t, 900, 300, 0.15, 0.14); }],
  dark: ["events", (t) => { noise(t, 200, 700, 0.35, 0.3, "lowpass"); tone(t, 98, 92, 0.4, 0.2, "triangle", 0.08); }],
  gong: ["events", (t) => { tone(t, 131, 129, 0.9, 0.3); tone(t, 329, 327, 0.6, 0.1); tone(t, 517, 515, 0.4, 0.05); }],
  win: ["events", (t) => notes(t, [392, 494, 587, 784, 988], 0.11, 0.7, 0.16, "triangle")],
  lose: ["events", (t) => notes(t, [294, 277, 247, 196, 147], 0.16, 0.7, 0.18, "triangle")],
  turn: ["turn", (t) => { tone(t, 659, 655, 0.5, 0.18); tone(t + 0.13, 880, 876, 0.6, 0.14); }],
} satisfies Record<string, [SoundClass, (t: number) => void]>;

export type SoundName = keyof typeof made;

/** Plays one, after so many seconds. */
export function play(name: SoundName, after = 0): void {
  const [cls, make] = made[name];
  if (!audio || !master || audio.state !== "running" || !settings.sound.peek() || !settings.sounds.peek()[cls] || document.hidden) return;
  const volume = settings.volume.peek();
  if (volume <= 0) return;
  master.gain.value = volume * volume;
  make(audio.currentTime + 0.01 + after);
}

/** To try a class from the settings; also where nothing was clicked on the table yet. */
export function trySound(cls: SoundClass): void {
  wake();
  const name: SoundName = cls === "dice" ? "dice" : cls === "moves" ? "hit" : cls === "events" ? "gong" : "turn";
  setTimeout(() => play(name), audio?.state === "running" ? 0 : 80);
}

const AT_ONCE = 6;
const APART_S = 0.08;

function playEntries(entries: Entry[], of: (e: GameEvent) => SoundName | null): void {
  let last: SoundName | null = null, n = 0;
  for (const entry of entries)
    for (const e of entry.events) {
      const name = of(e);
      if (!name || name === last || n === AT_ONCE) continue;
      play(name, n * APART_S);
      last = name;
      n++;
    }
}

/** The sounds of a table: those of the events that just happened, unless they are told one by one, and a chime when the others have done and it is mine to decide. */
export function soundsOf(table: Table, rows: EventRows): () => void {
  let heard = table.fresh.peek(), others = false;
  const stopEvents = effect(() => {
    const fresh = table.fresh.value;
    if (fresh === heard) return;
    heard = fresh;
    const me = table.me.peek().player;
    if (fresh.some((e) => e.kind === "move" && e.player !== undefined && e.player !== me)) others = true;
    if (!table.teller.peek()?.isTelling) playEntries(fresh, (e) => soundOf(rows, e));
  });
  const stopTurn = effect(() => {
    if (!table.actions.value || !others) return;
    others = false;
    const teller = table.teller.peek();
    if (teller?.isTelling) void teller.idle().then(() => play("turn"));
    else play("turn", 0.35);
  });
  return () => { stopEvents(); stopTurn(); };
}
