/** Nominal: no other class has its private member. */
class AcceptedPress {
  readonly #isAccepted = true

  get isAccepted(): true {
    return this.#isAccepted
  }
}

/** A click that a gated control accepted (docs/security.md, "Being seen"). */
export type GatedClick = AcceptedPress

/** Creates one. Only `ui/gated-button` and tests may call it (`scripts/source-rules.ts`). */
export const acceptClick = (): GatedClick => new AcceptedPress()
