// A list that follows its end: until somebody scrolls up, and again once its end is seen.

export interface Scrolled { scrollTop: number; scrollHeight: number; clientHeight: number }

const NEAR = 40;            // px: this close is the end

export class Follow {
  isFollowing = true;
  private top = 0;

  /** It was scrolled. Only a person who goes up lets go: what grows, is put before it, or is shorter for a moment while it changes, does not. */
  scrolled(box: Scrolled, byHand = true): void {
    const up = byHand && box.scrollTop < this.top - 1;
    this.top = box.scrollTop;
    if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR) this.isFollowing = true;
    else if (up) this.isFollowing = false;
  }

  toEnd(box: Scrolled): void {
    this.isFollowing = true;
    box.scrollTop = box.scrollHeight;
    this.top = box.scrollTop;
  }

  /** Something has changed in it or around it. */
  settle(box: Scrolled): void {
    if (this.isFollowing) this.toEnd(box);
  }
}

const HAND_MS = 1000;       // a wheel or a finger may roll on

/** Whether a list is scrolled by somebody: wheel, finger and keys count for a moment, a held pointer as long as it is held. */
export class Hand {
  private until = 0;

  readonly moved = (): void => { this.until = performance.now() + HAND_MS; };

  readonly held = (): void => {
    this.until = Infinity;
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, this.moved, { once: true });
  };

  get isOn(): boolean {
    return performance.now() < this.until;
  }
}
