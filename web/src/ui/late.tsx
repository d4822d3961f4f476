// Parts of the table that no first decision needs.
import type { Table } from "../core/table";
import { later } from "./later";

type Props = { table: Table };
export const OverPanel = later<Props>(() => import("./Over").then((m) => m.OverPanel));
export const Chat = later<Props>(() => import("./Chat").then((m) => m.Chat));
export const Standing = later<Props>(() => import("./Standing").then((m) => m.Standing), true);
export const Players = later<Props>(() => import("./Players").then((m) => m.Players));
export const DiceStats = later<Props>(() => import("../screens/parts/DiceStats").then((m) => m.DiceStats));
