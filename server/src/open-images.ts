import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { createImageSource } from './adapters/images/image-source.ts'
import { createReferenceSigner } from './adapters/images/reference-signer.ts'
import { createOutbound } from './adapters/outbound/outbound.ts'
import type { Config } from './config/config-schema.ts'
import { createImageUrls } from './core/routes/image-urls.ts'
import type { Logger } from './ports/logger.ts'
import type { SettingStore } from './ports/stores/settings.ts'
import type { RemoteImages } from './web/remote-images.ts'

const secretName = 'picture-references'
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

/**
 * The secrets that sign image references: the operator's keys, else one that the deployment generated at its first start and
 * stores in its database. It protects no user: a caller who has it can load other public images through the server.
 */
async function signingSecrets(
  { secretKeys }: Config,
  settings: SettingStore,
): Promise<readonly Uint8Array[]> {
  if (secretKeys.length > 0) return secretKeys.map(({ key }) => fromBase64(key))
  return [fromBase64(await settings.getOrAdd(secretName, randomBytes(32).toString('base64')))]
}

const originsOf = (host: string): readonly string[] => [
  new URL(`http://${host}`).origin,
  new URL(`https://${host}`).origin,
]

/** CIDR networks of a host's current addresses, one address each. */
async function networksOf(host: string, logger: Logger): Promise<readonly string[]> {
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '')
  const networkOf = (address: string) => `${address}/${isIP(address) === 6 ? 128 : 32}`
  if (isIP(name) !== 0) return [networkOf(name)]
  try {
    return (await lookup(name, { all: true })).map(({ address }) => networkOf(address))
  } catch {
    logger.warn({ host }, 'no pictures from this host: its name has no address')
    return []
  }
}

/** Creates the remote images of a deployment, with a function that closes their connections. */
export async function openImages(
  config: Config,
  settings: SettingStore,
  logger: Logger,
): Promise<RemoteImages & { readonly close: () => Promise<void> }> {
  const { allowedPrivateHosts, ipfsGateway } = config.images
  const allowedOrigins = allowedPrivateHosts.flatMap(originsOf)
  const networks = await Promise.all(allowedPrivateHosts.map((host) => networksOf(host, logger)))
  const outbound = createOutbound({ allowedOrigins, allowedPrivate: networks.flat() })
  const signer = createReferenceSigner(await signingSecrets(config, settings))
  return {
    source: createImageSource({ outbound }),
    urls: createImageUrls({ signer, ipfsGateway, allowedOrigins }),
    close: outbound.close,
  }
}
