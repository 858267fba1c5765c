import { expect } from 'vitest'
import { createFactorKeys, publicKeyOf, sealFactor } from '../../../../../shared/recovery/sealed-factor.ts'
import * as z from '../../../../../shared/zod.ts'
import { createRecoveryKey } from '../../../adapters/recovery-key/recovery-key.ts'
import { type EmbeddedWorld, openEmbeddedWorld } from './embedded-world.ts'
import { createWalletKeys } from './wallet-keys.ts'

const idSchema = z.looseObject({ id: z.string() })
const requestedSchema = z.object({ request: z.looseObject({ id: z.string() }) })

const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

/** A public key of a new device. */
export const newPublicKey = async (): Promise<string> =>
  toBase64url(await publicKeyOf(await createFactorKeys(false)))

/** A session of a vault. */
type Vault = Awaited<ReturnType<EmbeddedWorld['openVault']>>

/** A server whose operator helps to recover wallets, and the operator's offline key. Test only. */
export async function openRecoveryWorld(parts: Parameters<typeof openEmbeddedWorld>[0] = {}) {
  const offlineKeys = await createFactorKeys(true)
  const publicKey = await publicKeyOf(offlineKeys)
  const recoveryKey = createRecoveryKey(toBase64url(publicKey))
  const world = await openEmbeddedWorld({ recoveryKey, ...parts })

  const post = ({ vault, vaultToken: token }: Vault, path: string, body: object = {}) =>
    vault.call('POST', path, { token, body })

  /** A user with a wallet that the operator can open, and the vault that has it. */
  async function assistedWallet(email?: string) {
    const old = await world.openVault(email)
    const keys = await createWalletKeys()
    const { userId, walletId } = old.account
    const { id: envelopeId } = z.parse(idSchema, (await post(old, '/envelopes', { kind: 'assisted' })).body)
    const factor = crypto.getRandomValues(new Uint8Array(32))
    const operator = { is: 'operator', keyId: recoveryKey.id } as const
    const sealed = await sealFactor(factor, publicKey, operator, { userId, walletId, envelopeId })
    const body = {
      ...{ sealed: 'E'.repeat(60), factor: { keyId: recoveryKey.id, sealed: toBase64url(sealed) } },
      ...{ accounts: keys.accounts, signatures: await keys.prove(userId, envelopeId) },
    }
    const completed = await old.vault.call('PUT', `/envelopes/${envelopeId}`, { token: old.vaultToken, body })
    expect(completed).toMatchObject({ status: 200, body: { account: { recovery: 'offered' } } })
    world.server.advance(31_000)
    return { old, keys, envelopeId, factor, body }
  }

  /** Requests a recovery by a code sent to the address. */
  async function request(device: Vault, email = 'ada@example.org', deviceKey?: string) {
    const sent = await post(device, '/recovery/codes')
    if (sent.status !== 200) return { ...sent, id: '' }
    const body = {
      ...{ codeId: z.parse(idSchema, sent.body).id, code: world.codeTo(email) },
      publicKey: deviceKey ?? (await newPublicKey()),
    }
    const requested = await post(device, '/recovery', body)
    const id = requested.status === 200 ? z.parse(requestedSchema, requested.body).request.id : ''
    return { ...requested, id }
  }

  /** A wallet, a new device, and its request. */
  async function requested(email?: string) {
    const wallet = await assistedWallet(email)
    const device = await world.openVault(email)
    const publicKeyOfDevice = await newPublicKey()
    const { id, status } = await request(device, email, publicKeyOfDevice)
    expect(status).toBe(200)
    return { ...wallet, device, id, publicKey: publicKeyOfDevice }
  }

  return { ...world, offlineKeys, recoveryKey, post, assistedWallet, request, requested }
}

export type RecoveryWorld = Awaited<ReturnType<typeof openRecoveryWorld>>
