import type { IdentityProvider } from '#shared/api/embedded-account.ts'
import { postIdentityRemoval } from '#shared/api/embedded-identities.ts'
import type { OAuthProviderId } from '#shared/api/embedded-social.ts'
import { offeredSocialsAtom, type SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { embeddedSessionAtom, updateEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session.ts'
import { callWithSession, refreshEmbeddedAccountAtom } from '#widget/domain/embedded-wallet/session-calls.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { atom, resetOnUnmountAtom } from '#widget/lib/state.ts'
import type { CreatedAttempt } from './social-attempt.ts'

/** Step of linking the account of another service as a further login. */
export type LinkStep =
  | { readonly is: 'none' }
  /** The user chooses a service. */
  | { readonly is: 'choosing' }
  /** The server has created the attempt, so the user is proved; the window of the service opens with a click. */
  | {
      readonly is: 'social'
      readonly provider: OAuthProviderId
      readonly secret: string
      readonly created: CreatedAttempt
      /** Whether the user has opened the window. */
      readonly isStarted: boolean
    }
  | { readonly is: 'farcaster' }

const stepAtom = atom<LinkStep>({ is: 'none' })
export const linkStepAtom = atom(
  (get) => get(stepAtom),
  (_get, set, step: LinkStep) => set(stepAtom, step),
)

/** Shows the services to choose from. */
export const chooseLinkAtom = atom(null, (_get, set) => set(stepAtom, { is: 'choosing' }))

/** Leaves the link. */
export const leaveLinkAtom = atom(null, (_get, set) => set(stepAtom, { is: 'none' }))

/** Mounted by the view: a link ends when the user leaves it. */
export const resetLinkAtom = resetOnUnmountAtom((_get, set) => set(stepAtom, { is: 'none' }))

/**
 * Removes a login, unless the user has none of this service any more.
 * @throws as `callWithSession`; `http/status` 403 if the server requires another proof of the user first, 409 for the last way to log in.
 */
export const unlinkLoginAtom = atom(
  null,
  (get, set, provider: IdentityProvider): Promise<void> =>
    callWithSession(get, set, async (client, session) => {
      try {
        const input = { params: {}, query: {}, body: { provider } }
        const { account } = await client.call(postIdentityRemoval, input, session)
        set(updateEmbeddedAccountAtom, session.token, account)
      } catch (cause) {
        if (httpStatusOf(cause) !== 404) throw cause
        await set(refreshEmbeddedAccountAtom)
      }
    }),
)

/** Services that the deployment offers, and that the user has not linked. */
export const linkableSocialsAtom = atom((get): readonly SocialId[] => {
  const identities = get(embeddedSessionAtom)?.account.identities ?? []
  return get(offeredSocialsAtom).filter((id) => !identities.some(({ provider }) => provider === id))
})

/** Whether the user could still log in without one of the identities (the server counts passkeys too). */
export const canUnlinkAtom = atom((get): boolean => {
  const account = get(embeddedSessionAtom)?.account
  return account !== undefined && account.identities.length + account.passkeys.length > 1
})
