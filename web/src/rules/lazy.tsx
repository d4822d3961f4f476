// The panels of the rules for the side slot. They and the rules themselves are loaded when first opened.
import { later } from "../ui/later";
import type { Props as RulesProps } from "./RulesPanel";
import type { Props as WhyProps } from "./WhyPanel";

export const RulesPanel = later<RulesProps>(() => import("./RulesPanel").then((m) => m.RulesPanel));
export const WhyPanel = later<WhyProps>(() => import("./WhyPanel").then((m) => m.WhyPanel));
