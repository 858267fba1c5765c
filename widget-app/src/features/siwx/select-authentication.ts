import type * as z from 'zod/mini'
import { chainIdSchema, namespaceOf } from '#shared/caip/chain-id.ts'
import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import { texts } from '#shared/errors/codes.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { listOf, nonEmptyText, openObject } from '#shared/wire-schema.ts'
import { apiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import {
  type ChainAccount,
  chainAccount,
  emailOptionAtom,
  isSameAddress,
  signInConfigAtom,
  signInSessionsAtom,
} from '#widget/domain/accounts/sign-in.ts'
import { loadNetworksAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { atom, type Getter, type Setter } from '#widget/lib/state.ts'
import { storedAtom } from '#widget/lib/storage.ts'
import type { AuthenticationAdapter } from './authentication-adapter.ts'
import { confirmedOtpAtom } from './email-confirmations.ts'
import { hostedApi } from './hosted-api.ts'
import { createHostedAuthentication } from './hosted-authentication.ts'
import { createLocalAuthentication } from './local-authentication.ts'
import { withNonceReplayCheck } from './nonce-replay-check.ts'

/** Verifies the signature of a session on its chain, or by the rules of its keys. */
const verifySessionAtom = atom(
  null,
  async (get, set, { data, message, signature }: SignInSession): Promise<boolean> => {
    await set(loadNetworksAtom)
    const network = get(networkTableAtom).get(data.chainId)
    const { verifyMessage } = await get(portsAtom).chains.adapter(namespaceOf(data.chainId))
    if (!network || !verifyMessage) throw new WidgetError('chain/unsupported', texts.unsupportedChain)
    return verifyMessage({ message, signature, address: data.accountAddress }, network)
  },
)

const nonceTokensAtom = atom(new Map<string, string>())

function otpOf(get: Getter, account: ChainAccount): string | undefined {
  const confirmed = get(confirmedOtpAtom)
  return confirmed !== undefined && isTokenOf(chainAccount(confirmed.account), account)
    ? confirmed.uuid
    : undefined
}

const tokensSchema = listOf(
  openObject({ chain: chainIdSchema, address: nonEmptyText(128), token: nonEmptyText(4_096) }),
  64,
)
/** Tokens of hosted sessions (SPEC §3 sign-in tokens). No page can read them: they are in the widget's own storage. */
const tokensAtom = storedAtom<z.infer<typeof tokensSchema>>(scopedKey('signInTokens'), () => tokensSchema, [])

const isTokenOf = (one: ChainAccount, { chain, address }: ChainAccount): boolean =>
  one.chain === chain && isSameAddress(one.address, address)

const usedNoncesAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The authentication adapter of the option `siwx.mode`; its nonces are valid for one signature. */
export function authenticationAdapterOf(get: Getter, set: Setter): AuthenticationAdapter {
  const isStored = (nonce: string) => get(signInSessionsAtom).some(({ data }) => data.nonce === nonce)
  return withNonceReplayCheck(adapterOfMode(get, set), {
    has: (nonce) => get(usedNoncesAtom).has(nonce) || isStored(nonce),
    add: (nonce) => set(usedNoncesAtom, (used) => new Set([...used, nonce])),
  })
}

function adapterOfMode(get: Getter, set: Setter): AuthenticationAdapter {
  const ports = get(portsAtom)
  const { host, ids } = ports
  if (get(signInConfigAtom)?.mode === 'hosted')
    return createHostedAuthentication({
      api: hostedApi(ports, get(apiAtom)),
      nonceTokens: get(nonceTokensAtom),
      otp: (account) => otpOf(get, account),
      shareEmail: async (account, nonceToken) => {
        if (get(emailOptionAtom) === undefined) return
        // The view has loaded it. This file is loaded earlier, with the page.
        const { shareEmailAtom } = await import('./shared-email.ts')
        await set(shareEmailAtom, account, nonceToken)
      },
      tokenOf: (account) => get(tokensAtom).find((one) => isTokenOf(one, account))?.token,
      storeToken: (account, token) =>
        set(tokensAtom, (stored) => [
          ...(token === undefined ? [] : [{ chain: account.chain, address: account.address, token }]),
          ...stored.filter((one) => !isTokenOf(one, account)).slice(0, 63),
        ]),
      storedSessions: () => get(signInSessionsAtom),
    })
  return createLocalAuthentication({
    host,
    randomNonce: ids,
    storedSessions: () => get(signInSessionsAtom),
    verifySession: (session) => set(verifySessionAtom, session),
  })
}
