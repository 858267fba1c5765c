/** Nominal: no other class has its private member. */
class AcceptedClick {
  readonly #isAccepted = true

  get isAccepted(): true {
    return this.#isAccepted
  }
}

/** A click that a gated control accepted (docs/security.md, "Being seen"). */
export type GatedClick = AcceptedClick

/** Creates one. Only `ui/gated-button` and tests may call it (`scripts/checks/source-rules.ts`). */
export const acceptClick = (): GatedClick => new AcceptedClick()
