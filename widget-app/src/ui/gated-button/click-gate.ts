/**
 * What a browser reports of the panel: `small` is drawn below two thirds of its natural size, `unseen` is one in the flow
 * of the page of which a part was not in sight yet.
 */
export type Visibility = 'whole' | 'covered' | 'small' | 'unseen'

/** Input that a press is made with. */
export type ClickInput = 'pointer' | 'key'

/**
 * Gate of a control that leads to a wallet prompt. `since` is the time in ms from which panel and facts were whole,
 * visible and unmoved; `focusedSince` is when the window last received the focus.
 */
export type ClickGate = {
  readonly sight: Visibility | 'unknown'
  /** What the user reads is not complete yet, such as a request that is still being read. */
  readonly isWaiting: boolean
  readonly since: number | undefined
  readonly focusedSince: number
  readonly isArmed: boolean
  /** The input of a press that began while the gate was armed and has not ended. */
  readonly held: ClickInput | undefined
}

/** `changed`: facts or their place changed. `away`: the pointer was cancelled, or the control lost the focus. */
export type GateEvent =
  | { readonly is: 'sight'; readonly sight: Visibility }
  | { readonly is: 'waiting'; readonly isWaiting: boolean }
  | { readonly is: 'changed' | 'window-focused' | 'time-passed' | 'away' }
  | { readonly is: 'down'; readonly input: ClickInput; readonly isRepeat: boolean }

/** How a press ended: `early` is a press that the gate refused. */
export type ClickResult = 'accepted' | 'early'

export const closedGate: ClickGate = {
  sight: 'unknown',
  isWaiting: false,
  since: undefined,
  focusedSince: Number.NEGATIVE_INFINITY,
  isArmed: false,
  held: undefined,
}

/** The gate as it begins to arm, if it may. */
const begun = (gate: ClickGate, at: number): ClickGate => ({
  ...gate,
  isArmed: false,
  held: undefined,
  since: gate.sight === 'whole' && !gate.isWaiting ? at : undefined,
})

/** The gate after an event at `at` ms; it arms after `armAfterMs` without a change. */
export function nextGate(gate: ClickGate, event: GateEvent, at: number, armAfterMs: number): ClickGate {
  switch (event.is) {
    case 'sight':
      if (event.sight === gate.sight) return gate
      return begun({ ...gate, sight: event.sight }, at)
    case 'waiting':
      return event.isWaiting === gate.isWaiting ? gate : begun({ ...gate, isWaiting: event.isWaiting }, at)
    case 'changed':
      return begun(gate, at)
    case 'window-focused':
      // Firefox gives the window the focus between the down and the up of the pointer that brings it.
      return { ...gate, held: gate.held === 'pointer' ? 'pointer' : undefined, focusedSince: at }
    case 'away':
      return { ...gate, held: undefined }
    case 'time-passed':
      return gate.since !== undefined && at - gate.since >= armAfterMs ? { ...gate, isArmed: true } : gate
    case 'down': {
      const isKeyEarly = event.input === 'key' && at - gate.focusedSince < armAfterMs
      return { ...gate, held: gate.isArmed && !event.isRepeat && !isKeyEarly ? event.input : undefined }
    }
  }
}

/**
 * How a press ends that is released inside the control. Without an `input` it is a click without pointer or key, which
 * only assistive technology makes: it begins and ends at once.
 */
export function clickResult(gate: ClickGate, input: ClickInput | undefined): ClickResult {
  const hasBegun = input === undefined || gate.held === input
  return gate.isArmed && hasBegun ? 'accepted' : 'early'
}
