import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { isNear, vacatedControls } from '../sheet/vacated-controls.ts'
import {
  type ClickGate,
  type ClickInput,
  type ClickResult,
  clickResult,
  closedGate,
  type GateEvent,
  nextGate,
} from './click-gate.ts'
import { gateClick, isGateClick, rejectedClick } from './gate-clicks.ts'
import { isFullyVisible } from './is-fully-visible.ts'
import { observeVisibility, type RequiredVisibility } from './observe-visibility.ts'

/** How long the message after an early click stays once the gate is armed, in ms. */
const messageMs = 2_000
/** If a gate arms faster, such as that of rows, the message outlasts the arming: otherwise there is no time to read it. */
const minArmForReset = 500
/**
 * A touch click follows its release within this many ms, or never: Chromium discards taps for 500 ms after a cross-site
 * frame that watches its own visibility appeared or moved. Longer than its wait for a second tap (300 ms).
 */
const clickDueMs = 400

/** How long a gate takes to arm over vacated controls of the previous view, in ms: longer than a click in progress. */
const vacatedArmsAfterMs = 2_000

const controlOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('button, a') : null
const isActivationKey = ({ key }: Pick<KeyboardEvent, 'key'>): boolean => key === 'Enter' || key === ' '

/**
 * What a gate shows: whether clicks are accepted, why not, and how many were rejected since it started arming.
 * `armingCount` counts the starts: the button fills again each time.
 */
export type GateView = Pick<ClickGate, 'visibility' | 'isArmed'> & {
  readonly stage: 'armed' | 'arming' | 'closed'
  readonly armingCount: number
  readonly armsAfterMs: number
  readonly earlyClicks: number
}

type GateNeeds = {
  readonly armAfterMs: number
  readonly needs: RequiredVisibility
  /** Nothing is accepted meanwhile, and it starts arming afterwards. */
  readonly waiting?: boolean
}

/**
 * Gates the clicks of every control inside an element: they pass after `armAfterMs` in which the panel and its
 * facts were whole, visible and unmoved. A click begins and ends while armed; a key clicks when it is released.
 */
export function useClickGate(
  inside: RefObject<HTMLElement | null>,
  { armAfterMs, needs, waiting = false }: GateNeeds,
) {
  const gate = useRef<ClickGate>(closedGate)
  const dispatch = useRef<(event: GateEvent) => void>(() => {})
  const clickDue = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isWaiting = useRef(waiting)
  const [view, setView] = useState<GateView>({
    visibility: 'unknown',
    isArmed: false,
    stage: 'closed',
    armingCount: 0,
    armsAfterMs: armAfterMs,
    earlyClicks: 0,
  })

  const reject = useCallback(() => setView((now) => ({ ...now, earlyClicks: now.earlyClicks + 1 })), [])

  useEffect(() => {
    const element = inside.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    gate.current = { ...closedGate, isWaiting: isWaiting.current }
    let armsAfterMs = armAfterMs
    const send = (event: GateEvent) => {
      const before = gate.current
      const now = performance.now()
      const after = nextGate(before, event, now, armsAfterMs)
      gate.current = after
      if (after.since !== before.since && after.since !== undefined) {
        const rect = element.getBoundingClientRect()
        const isOverVacated = vacatedControls(element.ownerDocument).some((one) => isNear(rect, one))
        armsAfterMs = isOverVacated ? Math.max(armAfterMs, vacatedArmsAfterMs) : armAfterMs
      }
      if (after.since !== before.since || !after.isArmed) {
        clearTimeout(timer)
        if (after.since !== undefined && !after.isArmed) {
          const remainingMs = Math.max(0, armsAfterMs - (now - after.since))
          timer = setTimeout(() => send({ is: 'time-passed' }), remainingMs)
        }
      }
      const isSame = after.since === before.since && after.isArmed === before.isArmed
      if (isSame && after.visibility === before.visibility) return
      setView(({ earlyClicks, armingCount }) => ({
        visibility: after.visibility,
        isArmed: after.isArmed,
        stage: after.isArmed ? 'armed' : after.since === undefined ? 'closed' : 'arming',
        armingCount: after.since === before.since ? armingCount : armingCount + 1,
        armsAfterMs,
        earlyClicks: after.isArmed && armAfterMs >= minArmForReset ? 0 : earlyClicks,
      }))
    }
    dispatch.current = send
    const onFocus = () => send({ is: 'window-focused' })
    const window = element.ownerDocument.defaultView
    window?.addEventListener('focus', onFocus)
    // In the capture phase of the window: the click guard stops repeated keys at the document.
    const onRepeat = (event: globalThis.KeyboardEvent) => {
      if (event.repeat && isActivationKey(event)) send({ is: 'down', input: 'key', isRepeat: true })
    }
    window?.addEventListener('keydown', onRepeat, { capture: true })
    // Before it armed, the double click that opened the view is a habit, and needs no message.
    const onRejectedClick = () => {
      if (gate.current.isArmed) reject()
    }
    element.addEventListener(rejectedClick, onRejectedClick)
    const stop = observeVisibility(element, needs, {
      onVisibility: (sight) => send({ is: 'sight', visibility: sight }),
      onChange: () => send({ is: 'changed' }),
    })
    return () => {
      stop()
      clearTimeout(timer)
      clearTimeout(clickDue.current)
      element.removeEventListener(rejectedClick, onRejectedClick)
      window?.removeEventListener('focus', onFocus)
      window?.removeEventListener('keydown', onRepeat, { capture: true })
      dispatch.current = () => {}
      gate.current = closedGate
    }
  }, [inside, armAfterMs, needs, reject])

  useEffect(() => {
    isWaiting.current = waiting
    dispatch.current({ is: 'waiting', isWaiting: waiting })
  }, [waiting])

  useEffect(() => {
    if (!view.isArmed || view.earlyClicks === 0) return
    const timer = setTimeout(() => setView((now) => ({ ...now, earlyClicks: 0 })), messageMs)
    return () => clearTimeout(timer)
  }, [view.isArmed, view.earlyClicks])

  const end = (control: HTMLElement, input: ClickInput | undefined): ClickResult => {
    clearTimeout(clickDue.current)
    let how = clickResult(gate.current, input)
    dispatch.current({ is: 'away' })
    if (!isFullyVisible(control)) {
      how = 'early'
      // So that the next click hits a fully visible control.
      control.scrollIntoView({ block: 'nearest' })
    }
    if (how === 'early') reject()
    return how
  }
  const down = (input: ClickInput, isRepeat: boolean) => dispatch.current({ is: 'down', input, isRepeat })
  const away = () => {
    clearTimeout(clickDue.current)
    dispatch.current({ is: 'away' })
  }
  const handlers = {
    onPointerDownCapture: ({ target }: PointerEvent) => {
      if (controlOf(target)) down('pointer', false)
    },
    onPointerUpCapture: ({ target, pointerType }: PointerEvent) => {
      if (pointerType === 'mouse' || !controlOf(target)) return
      clearTimeout(clickDue.current)
      clickDue.current = setTimeout(() => {
        dispatch.current({ is: 'away' })
        reject()
      }, clickDueMs)
    },
    onPointerCancelCapture: away,
    // A long press opens the context menu of the control, and no click follows.
    onContextMenuCapture: away,
    onBlurCapture: (_: FocusEvent) => away(),
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (!isActivationKey(event) || !controlOf(event.target)) return
      // The browser would click on keydown of Enter.
      event.preventDefault()
      down('key', event.repeat)
    },
    onKeyUpCapture: (event: KeyboardEvent) => {
      const control = controlOf(event.target)
      if (!isActivationKey(event) || !control) return
      event.preventDefault()
      if (end(control, 'key') === 'accepted') control.dispatchEvent(gateClick())
    },
    onClickCapture: (event: MouseEvent) => {
      const control = controlOf(event.target)
      if (!control || isGateClick(event.nativeEvent)) return
      if (end(control, event.detail > 0 ? 'pointer' : undefined) === 'accepted') return
      event.preventDefault()
      event.stopPropagation()
    },
  }
  return { ...view, handlers }
}
