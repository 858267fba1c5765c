import { embeddedHandlePrefix } from '#widget/chains/embedded-handle.ts'
import { atom, atomFamily } from '#widget/lib/state.ts'
import { displayedAuthName } from './auth-name.ts'
import { embeddedSessionAtom } from './session.ts'

/** The name of the user's login (SPEC §5), by the handle of our own wallet; undefined for other wallets. */
export const loginNameAtom = atomFamily((handle: string) =>
  atom((get): string | undefined =>
    handle.startsWith(embeddedHandlePrefix)
      ? displayedAuthName(get(embeddedSessionAtom)?.account.identities ?? [])
      : undefined,
  ),
)
