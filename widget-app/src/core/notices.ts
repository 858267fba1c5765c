import { toastMs } from '#shared/config/limits.ts'
import { type AlertCode, alerts } from '#shared/errors/codes.ts'
import { atom } from '#widget/lib/state.ts'
import { hostConfigAtom } from './config.ts'
import { portsAtom } from './ports.ts'

export type ToastVariant = 'info' | 'warning' | 'error' | 'success' | 'loading'

/** A short message at the bottom of the sheet (SPEC §3 toast state); the caller chooses the text. */
export type Toast = { readonly message: string; readonly variant: ToastVariant; readonly open: boolean }

const closed: Toast = { message: '', variant: 'info', open: false }
const slotAtom = atom<Toast>(closed)

/** The toast on screen; there is one at a time. */
export const toastAtom = atom((get) => get(slotAtom))

/**
 * Shows a toast in place of the current one. `error` stays until it is dismissed and `loading` until it is closed; others
 * close after 2.5 s.
 */
export const showToastAtom = atom(null, (get, set, message: string, variant: ToastVariant = 'info') => {
  const toast: Toast = { message, variant, open: true }
  set(slotAtom, toast)
  if (variant === 'error' || variant === 'loading') return
  get(portsAtom).clock.after(toastMs, () => {
    if (get(slotAtom) === toast) set(closeToastAtom)
  })
})

/** Closes the toast; its text stays in state, so that it remains visible during the fade-out. */
export const closeToastAtom = atom(null, (get, set) => set(slotAtom, { ...get(slotAtom), open: false }))

/** An alert of SPEC §8, for developers of the host page. */
export type Alert = { readonly code: AlertCode; readonly text: string; readonly detail: string | undefined }

const raisedAtom = atom<readonly Alert[]>([])

/** Alerts of this document, oldest first, each code once. */
export const alertsAtom = atom((get) => get(raisedAtom))

/** Records an alert; it is logged to the console only with the host's `debug`. */
export const raiseAlertAtom = atom(null, (get, set, code: AlertCode, detail?: string) => {
  if (get(raisedAtom).some((alert) => alert.code === code)) return
  set(raisedAtom, [...get(raisedAtom), { code, text: alerts[code], detail }])
  if (get(hostConfigAtom).debug) get(portsAtom).log(`${code} ${alerts[code]}`, detail)
})
