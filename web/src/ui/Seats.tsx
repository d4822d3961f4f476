// The strip of seats: every total as text, whose turn it is, and who sits there.
import { t } from "../core/i18n";
import type { Player, SeatView, Stat, View } from "../core/proto";
import type { Table } from "../core/table";
import type { Skin } from "../skins";
import { describeSeat, playerName } from "./describe";
import { mark, marked } from "./marks";
import { openSide } from "./side";

function Total({ id, stat, skin }: { id: string; stat: Stat; skin: Skin | null }) {
  const Icon = skin?.StatIcon;
  return (
    <span class="seat-total" data-total={id} data-icon={Icon ? "" : undefined} data-low={stat.max !== undefined && stat.max > 1 && stat.value <= 1 ? id : undefined}>
      {Icon && <Icon id={id} />}
      <b>{stat.value}{stat.max !== undefined && <span class="seat-max">/{stat.max}</span>}</b>
      <span class="seat-word">{stat.text}</span>
    </span>
  );
}

interface SeatProps { seat: SeatView; truth: SeatView; turn: boolean; player: Player | undefined; active: boolean; mine: boolean; several: boolean; skin: Skin | null; table: Table }

function Seat({ seat, truth, turn, player, active, mine, several, skin, table }: SeatProps) {
  const Face = skin?.FaceIcon;
  const away = table.kind === "net" && player?.kind === "human" && !player.here;
  const called = several && !(mine && !player?.name) ? playerName(player) : "";
  const who = called === seat.name ? "" : called; // where a seat is its player, once is enough
  return (
    <li class="seat-li">
      <button
        type="button"
        class="seat"
        data-seat={seat.id}
        data-active={active ? "" : undefined}
        data-mine={mine ? "" : undefined}
        data-away={away ? "" : undefined}
        data-marked={seat.face && marked.value.has(seat.face) ? "" : undefined}
        aria-current={turn ? "true" : undefined}
        onClick={() => openSide("players", seat.id)}
        onPointerEnter={() => mark(seat.face ? [seat.face] : null)}
        onPointerLeave={() => mark(null)}
        onFocus={() => mark(seat.face ? [seat.face] : null)}
        onBlur={() => mark(null)}
      >
        <span class="visually-hidden">{[turn ? t("web.seat.active") : "", describeSeat(truth, table.players.value), away ? t("web.seat.away") : ""].filter(Boolean).join(". ")}</span>
        {Face && seat.face && <span class="seat-face" aria-hidden="true"><Face face={seat.face} /></span>}
        <span class="seat-name" aria-hidden="true">
          {active && <span class="seat-turn" aria-hidden="true">▶</span>}
          <span class="seat-title">{seat.name}</span>
          {mine && <span class="seat-you">{t("web.seat.you")}</span>}
          {who && <span class="seat-who" data-kind={player?.kind}>{away && <span class="seat-dot" aria-hidden="true">○ </span>}{who}</span>}
        </span>
        <span class="seat-totals" aria-hidden="true">
          {Object.entries(seat.totals).map(([id, s]) => <Total key={id} id={id} stat={s} skin={skin} />)}
        </span>
      </button>
    </li>
  );
}

/** Whose turn is drawn: the board's own mark is ahead of the turn while things are told. */
function isActive(view: View, seat: SeatView): boolean {
  const plays = (s: SeatView): boolean => s.badges.some((b) => b.id === "active");
  return view.seats.some(plays) ? plays(seat) : view.turn.actor === seat.id;
}

export function Seats({ table, skin }: { table: Table; skin: Skin | null }) {
  const view = table.picture.value, now = table.view.value; // figures follow the telling, names do not
  if (!view || !now || view.seats.length === 0) return null;
  const players = table.players.value;
  const several = players.length > 1;
  const mine = new Set(table.me.value.seats);
  return (
    <section class="seats" aria-label={t("web.table.seats")} style={{ "--seats": view.seats.length }}>
      <ul class="seats-list">
        {view.seats.map((s) => (
          <Seat key={s.id} seat={s} truth={now.seats.find((x) => x.id === s.id) ?? s} turn={now.turn.actor === s.id} player={players.find((p) => p.player === s.player)} active={isActive(view, s)}
            mine={several && mine.has(s.id)} several={several} skin={skin} table={table} />
        ))}
      </ul>
    </section>
  );
}
