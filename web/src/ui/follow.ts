// A list that follows its end: until somebody scrolls up, and again once its end is seen.

export interface Scrolled { scrollTop: number; scrollHeight: number; clientHeight: number }

const NEAR = 40;            // px: this close is the end

export class Follow {
  isFollowing = true;
  private top = 0;

  /** It was scrolled, by whomever. Only going up lets go: what grows, or is put before it, does not. */
  scrolled(box: Scrolled): void {
    const up = box.scrollTop < this.top - 1;
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
