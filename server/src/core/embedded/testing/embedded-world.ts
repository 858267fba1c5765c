import { createHash } from 'node:crypto'
import * as z from '../../../../../shared/zod.ts'
import { createKeyedHash } from '../../../adapters/keyed-hash/keyed-hash.ts'
import { createSecretBox } from '../../../adapters/secret-box/secret-box.ts'
import { createWalletKeyVerifier } from '../../../adapters/signatures/wallet-keys.ts'
import { createPasskeyVerifier } from '../../../adapters/webauthn/webauthn.ts'
import type { OAuthClients } from '../../../ports/oauth.ts'
import type { RecoveryKey } from '../../../ports/recovery-key.ts'
import type { ServerParts } from '../../../server.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import type { SocialWaits } from '../oauth/attempts.ts'
import { createEmbeddedClient, type EmbeddedClient } from './embedded-client.ts'
import type { WalletKeys } from './wallet-keys.ts'

/** Origin of the vault. */
export const vaultOrigin = 'https://vault.wallet.example'
/** What browsers state of a call of the vault. */
export const vaultHeaders = { origin: vaultOrigin }
/** Origin of the server. */
export const serverOrigin = 'https://wallet.example'
export const site = 'https://shop.example'

/** The operator's secret key of an id. */
export const keyOf = (id: string) => ({ id, key: new Uint8Array(createHash('sha256').update(id).digest()) })

const sentSchema = z.object({ id: z.string() })
const loginSchema = z.object({
  token: z.string(),
  isNew: z.boolean(),
  account: z.looseObject({ userId: z.string(), walletId: z.string() }),
})
const challengeSchema = z.object({ challenge: z.string() })
export const ticketSchema = z.object({ ticket: z.string() })
const vaultSchema = z.object({ token: z.string(), site: z.string() })

type Mail = { readonly to: string; readonly subject: string; readonly text: string }

/** A server with embedded wallets, and the mails that it has sent. */
export async function openEmbeddedWorld({
  keys = ['a'],
  oauthClients = new Map(),
  socialWaits = { startMs: 20, readMs: 20 },
  origin = serverOrigin,
  recoveryKey,
  parts = {},
}: {
  readonly keys?: readonly string[]
  readonly oauthClients?: OAuthClients
  readonly socialWaits?: SocialWaits
  readonly origin?: string
  /** The operator helps to recover wallets. */
  readonly recoveryKey?: RecoveryKey
  /** Further parts of the server. */
  readonly parts?: Partial<ServerParts>
} = {}) {
  const mails: Mail[] = []
  let send: (mail: Mail) => Promise<void> = async (mail) => void mails.push(mail)
  const secretKeys = keys.map(keyOf)
  const server = await openTestServer({
    mailer: { send: (mail) => send(mail) },
    embeddedWallet: {
      secrets: createSecretBox(secretKeys),
      keyedHash: createKeyedHash(secretKeys),
      verifyWalletKeys: createWalletKeyVerifier(),
      vaultOrigin,
      ...{ oauthClients, origin, socialWaits },
      ...(recoveryKey && { recoveryKey }),
      passkeyVerifier: createPasskeyVerifier({ origin: vaultOrigin, rpId: 'wallet.example' }),
    },
    ...parts,
  })

  /** The code of the last mail to an address. */
  const codeTo = (email: string): string => {
    const mail = mails.findLast(({ to }) => to === email)
    const [code = ''] = /\d{6}/.exec(mail?.subject ?? '') ?? []
    return code
  }

  const requestCode = async (client: EmbeddedClient, email: string, headers = {}) => {
    const { status, body } = await client.call('POST', '/codes', { body: { email, site }, headers })
    return { status, id: status === 200 ? z.parse(sentSchema, body).id : '' }
  }

  const attempt = (client: EmbeddedClient, id: string, code: string) =>
    client.call('POST', `/codes/${id}`, { body: { code, site } })

  /** Logs in by a code. */
  async function logIn(client: EmbeddedClient, email = 'ada@example.org') {
    const { id } = await requestCode(client, email)
    return z.parse(loginSchema, (await attempt(client, id, codeTo(email))).body)
  }

  /** The widget and the vault of one user, each with its session. `vault`: a browser that has been opened before. */
  async function openVault(email = 'ada@example.org', vault?: EmbeddedClient) {
    const frame = await createEmbeddedClient(server)
    const { token: frameToken, account } = await logIn(frame, email)
    const { ticket } = z.parse(
      ticketSchema,
      (await frame.call('POST', '/tickets', { token: frameToken, body: {} })).body,
    )
    const window = vault ?? (await createEmbeddedClient(server))
    const opened = await window.call('POST', '/vault-session', { body: { ticket }, headers: vaultHeaders })
    return { frame, frameToken, vault: window, vaultToken: z.parse(vaultSchema, opened.body).token, account }
  }

  /** Proves the user of a session again. */
  async function stepUp(client: EmbeddedClient, token: string, email = 'ada@example.org') {
    const sent = await client.call('POST', '/step-up', { token, body: {} })
    const { id } = z.parse(sentSchema, sent.body)
    return client.call('POST', `/step-up/${id}`, { token, body: { code: codeTo(email) } })
  }

  /** Proves the wallet's keys in a session. */
  async function proveWallet(client: EmbeddedClient, token: string, userId: string, keys: WalletKeys) {
    const { body } = await client.call('POST', '/wallet-challenge', { token, body: {} })
    const { challenge } = z.parse(challengeSchema, body)
    const signatures = await keys.prove(userId, challenge)
    return client.call('POST', '/wallet-proof', { token, body: { challenge, signatures } })
  }

  return {
    ...{ server, mails, codeTo, requestCode, attempt, logIn, openVault, stepUp, proveWallet },
    createClient: (remoteAddress?: string) => createEmbeddedClient(server, undefined, remoteAddress),
    sendMailsBy: (next: typeof send) => {
      send = next
    },
  }
}

export type EmbeddedWorld = Awaited<ReturnType<typeof openEmbeddedWorld>>
