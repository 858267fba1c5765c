/**
 * What a browser reports of the panel: `small` is rendered below two thirds of its natural size, `unseen` is a panel in the
 * flow of the page of which a part has not been visible yet.
 */
export type Visibility = 'whole' | 'covered' | 'small' | 'unseen'

/** Input device of a click. */
export type ClickInput = 'pointer' | 'key'

/**
 * Gate of a control that leads to a wallet prompt. `since` is the time in ms from which panel and facts were whole,
 * visible and unmoved; `focusedSince` is when the window last received the focus.
 */
export type ClickGate = {
  readonly visibility: Visibility | 'unknown'
  /** The content is not complete yet, such as a request that is still being decoded. */
  readonly isWaiting: boolean
  readonly since: number | undefined
  readonly focusedSince: number
  readonly isArmed: boolean
  /** The input of a click that began while the gate was armed and has not ended. */
  readonly downInput: ClickInput | undefined
}

/** `changed`: facts or their position changed. `away`: the pointer was cancelled, or the control lost the focus. */
export type GateEvent =
  | { readonly is: 'sight'; readonly visibility: Visibility }
  | { readonly is: 'waiting'; readonly isWaiting: boolean }
  | { readonly is: 'changed' | 'window-focused' | 'time-passed' | 'away' }
  | { readonly is: 'down'; readonly input: ClickInput; readonly isRepeat: boolean }

/** The result of a click: `early` is one that the gate rejected. */
export type ClickResult = 'accepted' | 'early'

export const closedGate: ClickGate = {
  visibility: 'unknown',
  isWaiting: false,
  since: undefined,
  focusedSince: Number.NEGATIVE_INFINITY,
  isArmed: false,
  downInput: undefined,
}

/** The gate as it starts arming, if it may. */
const restarted = (gate: ClickGate, at: number): ClickGate => ({
  ...gate,
  isArmed: false,
  downInput: undefined,
  since: gate.visibility === 'whole' && !gate.isWaiting ? at : undefined,
})

/** The gate after an event at `at` ms; it arms after `armAfterMs` without a change. */
export function nextGate(gate: ClickGate, event: GateEvent, at: number, armAfterMs: number): ClickGate {
  switch (event.is) {
    case 'sight':
      if (event.visibility === gate.visibility) return gate
      return restarted({ ...gate, visibility: event.visibility }, at)
    case 'waiting':
      return event.isWaiting === gate.isWaiting
        ? gate
        : restarted({ ...gate, isWaiting: event.isWaiting }, at)
    case 'changed':
      return restarted(gate, at)
    case 'window-focused':
      // Firefox focuses the window between pointerdown and pointerup of the same click.
      return { ...gate, downInput: gate.downInput === 'pointer' ? 'pointer' : undefined, focusedSince: at }
    case 'away':
      return { ...gate, downInput: undefined }
    case 'time-passed':
      return gate.since !== undefined && at - gate.since >= armAfterMs ? { ...gate, isArmed: true } : gate
    case 'down': {
      const isKeyEarly = event.input === 'key' && at - gate.focusedSince < armAfterMs
      return { ...gate, downInput: gate.isArmed && !event.isRepeat && !isKeyEarly ? event.input : undefined }
    }
  }
}

/**
 * The result of a click that is released inside the control. Without an `input` it is a click without pointer or key, which
 * only assistive technology makes: it begins and ends at once.
 */
export function clickResult(gate: ClickGate, input: ClickInput | undefined): ClickResult {
  const hasBegun = input === undefined || gate.downInput === input
  return gate.isArmed && hasBegun ? 'accepted' : 'early'
}
