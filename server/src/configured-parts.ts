import { createFarcasterRegistries } from './adapters/farcaster/farcaster-registries.ts'
import { createFarcasterRelay } from './adapters/farcaster/farcaster-relay.ts'
import { createKeyedHash } from './adapters/keyed-hash/keyed-hash.ts'
import { createRecoveryKey } from './adapters/recovery-key/recovery-key.ts'
import { createSecretBox } from './adapters/secret-box/secret-box.ts'
import { parseSecretKeys } from './adapters/secret-box/secret-keys.ts'
import { createSessionAccounts } from './adapters/session-accounts/session-accounts.ts'
import type { RecoverSigner } from './adapters/signatures/recover-signer.ts'
import { createWalletKeyVerifier } from './adapters/signatures/wallet-keys.ts'
import { createSmtpMailer } from './adapters/smtp/smtp.ts'
import { createRpcService } from './adapters/sponsorship/rpc-service.ts'
import { createPasskeyVerifier } from './adapters/webauthn/webauthn.ts'
import type { Config } from './config/config-schema.ts'
import { vaultLocation } from './config/vault-location.ts'
import { farcasterChain } from './core/embedded/farcaster-message.ts'
import { createOAuthClients } from './oauth-sources.ts'
import type { FarcasterPeers } from './ports/farcaster.ts'
import type { ChainRpc } from './ports/rpc.ts'
import { servesEmbeddedWallet, servesOthers } from './ports/served-part.ts'
import type { Sponsorship } from './ports/sponsorship.ts'
import type { VendorConnection } from './vendor-clients/vendor-client.ts'

/** Absent without a mail server. */
export function mailerOf({ mail }: Config) {
  if (mail === undefined) return undefined
  const [, name = 'Drawbridge', address = mail.from] = /^(.*?)\s*<([^>]+)>$/.exec(mail.from) ?? []
  return createSmtpMailer({ url: mail.smtpUrl, from: { address, name } })
}

const secretKeysOf = ({ secretKeys }: Config) =>
  parseSecretKeys(secretKeys.map(({ id, key }) => `${id}:${key}`).join(','))

/** Absent unless enabled and served by this process, for which the configuration needs a key. */
export function smartSessionsOf(config: Config, rpc: ChainRpc) {
  if (!config.sessions.isEnabled || !servesOthers(config.serves)) return undefined
  return { secrets: createSecretBox(secretKeysOf(config)), accounts: createSessionAccounts(rpc) }
}

const recoveryKeyOf = ({ embeddedWallet: { recoveryPublicKey: publicKey } }: Config) =>
  publicKey === undefined ? {} : { recoveryKey: createRecoveryKey(publicKey) }

/** Absent unless enabled and served by this process, for which the configuration needs a key. */
export function embeddedWalletOf(config: Config, recover: RecoverSigner, connection: VendorConnection) {
  if (!config.embeddedWallet.isEnabled || !servesEmbeddedWallet(config.serves)) return undefined
  const keys = secretKeysOf(config)
  const vault = vaultLocation(config)
  return {
    ...{ secrets: createSecretBox(keys), keyedHash: createKeyedHash(keys) },
    passkeyVerifier: createPasskeyVerifier(vault),
    vaultOrigin: vault.origin,
    verifyWalletKeys: createWalletKeyVerifier(recover),
    ...{ oauthClients: createOAuthClients(config, connection), origin: config.publicUrl },
    ...recoveryKeyOf(config),
  }
}

/** Absent unless enabled and served by this process. The registries are read by the nodes of `networks`. */
export function farcasterOf(
  { embeddedWallet, publicUrl, serves }: Config,
  rpc: ChainRpc,
  vendors: VendorConnection,
): FarcasterPeers | undefined {
  const { isEnabled, relayUrl, appOrigin, idRegistry, keyRegistry } = embeddedWallet.farcaster
  if (!embeddedWallet.isEnabled || !isEnabled || !servesEmbeddedWallet(serves)) return undefined
  return {
    relay: createFarcasterRelay(vendors, { url: relayUrl, appOrigin }),
    registries: createFarcasterRegistries(rpc, { chainId: farcasterChain, idRegistry, keyRegistry }),
    widgetOrigin: new URL(publicUrl).origin,
  }
}

/** Absent unless configured and served by this process. */
export function sponsorshipOf(
  { embeddedWallet, serves }: Config,
  vendors: VendorConnection,
): Sponsorship | undefined {
  const { isEnabled, sponsorship } = embeddedWallet
  if (!isEnabled || sponsorship === undefined || !servesEmbeddedWallet(serves)) return undefined
  const { operationsPerUserPerDay } = sponsorship
  const networks = sponsorship.networks.flatMap(
    ({ chainId, bundlerUrl, paymasterUrl = bundlerUrl, paymasterContext, operationsPerDay }) => {
      if (bundlerUrl === undefined || paymasterUrl === undefined) return []
      const bundler = createRpcService(vendors, { vendor: `Bundler of ${chainId}`, url: bundlerUrl })
      const paymaster = createRpcService(vendors, { vendor: `Paymaster of ${chainId}`, url: paymasterUrl })
      return [{ chainId, bundler, paymaster, paymasterContext, operationsPerDay }]
    },
  )
  return { networks, operationsPerUserPerDay }
}
