import { portsAtom } from '#widget/core/ports.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { embeddedSessionAtom } from './session.ts'

/** A proof of the user that the server has accepted for one session. `atMs` in epoch milliseconds. */
type SessionProof = { readonly token: string; readonly atMs: number }

/** The server accepts a proof for 5 min; a margin for the time that the calls take. */
const proofLifetimeMs = 290_000

function proofAtom() {
  const stateAtom = atom<SessionProof | undefined>(undefined)
  return atom(
    (get) => {
      const proof = get(stateAtom)
      return proof?.token === get(embeddedSessionAtom)?.token ? proof : undefined
    },
    (get, set, token: string | undefined) =>
      set(stateAtom, token === undefined ? undefined : { token, atMs: get(portsAtom).clock.now() }),
  )
}

/**
 * The step-up of the current session: its login, or a code since then. Written with the token of the session that is proved;
 * undefined: the server does not accept it any more.
 */
export const stepUpAtom = proofAtom()

/** The last proof of the current session by the wallet's keys. Written as `stepUpAtom`. */
export const keysProofAtom = proofAtom()

/** Whether the server still accepts a proof of the current session. */
export const isAccepted = (get: Getter, proof: typeof stepUpAtom): boolean => {
  const { atMs } = get(proof) ?? {}
  return atMs !== undefined && get(portsAtom).clock.now() - atMs < proofLifetimeMs
}
