/** @import { Side } from "./calls.js" */

/** Counts the requests of each side within a minute. */
export class Rate {
  #perMinute;
  /** The times of the requests of the last minute. @type {{ [side: string]: number[] }} */
  #recentRequests = { first: [], second: [] };

  /** @param {number} perMinute */
  constructor(perMinute) {
    this.#perMinute = perMinute;
  }

  /**
   * Counts a request, and reports whether it exceeds the rate. It does not if its time or its sender is unknown.
   * @param {{ side: Side, time: number }} request
   */
  isOver({ side, time }) {
    if (time === 0 || side === "either") return false;
    const times = this.#recentRequests[side].filter((t) => t > time - 60_000);
    this.#recentRequests[side] = times;
    if (times.length >= this.#perMinute) return true;
    times.push(time);
    return false;
  }
}
