import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from '#shared/zod.ts'
import { pairingBase, withoutUndefined } from './links.ts'
import type { WalletRecord } from './wallet-record.ts'

const entry = '@rainbow-me/rainbowkit/dist/wallets/walletConnectors/index.js'
const uri = 'URI'

const method = z.custom<(uri: string) => unknown>((value) => typeof value === 'function')
const linkSource = z.optional(z.object({ getUri: z.optional(method) }))
const walletSchema = z.object({
  id: z.string(),
  name: z.string(),
  rdns: z.optional(z.string()),
  iconUrl: z.union([z.string(), z.custom<() => unknown>((value) => typeof value === 'function')]),
  iconBackground: z.string(),
  downloadUrls: z.optional(z.record(z.string(), z.optional(z.string()))),
  mobile: linkSource,
  qrCode: linkSource,
  desktop: linkSource,
})

// The records are functions that also build wagmi connectors. They are called with connectors that do nothing, and as an
// iPhone, because only there the wallets' link schemes are included.
function stubEnvironment(): void {
  const names =
    'createConnector,injected,mock,walletConnect,safe,metaMask,porto,gemini,baseAccount,coinbaseWallet'
  const stub = `const f=()=>()=>({});export{${names
    .split(',')
    .map((name) => `f as ${name}`)
    .join(',')}}`
  const stubUrl = `data:text/javascript,${encodeURIComponent(stub)}`
  const hook = `export const resolve=(name,context,next)=>name.startsWith('wagmi')
    ?{url:${JSON.stringify(stubUrl)},shortCircuit:true,format:'module'}:next(name,context)`
  register(`data:text/javascript,${encodeURIComponent(hook)}`)
  Object.defineProperty(globalThis, 'navigator', {
    value: { userAgent: 'iPhone', platform: 'iPhone' },
    configurable: true,
  })
}

const buildLink = (from: z.infer<typeof linkSource>): string | undefined => {
  const link = from?.getUri?.(uri)
  return typeof link === 'string' ? link : undefined
}

const readIcon = async (icon: string | (() => unknown)): Promise<string> =>
  z.string().parse(typeof icon === 'string' ? icon : await icon())

/** Wallets of RainbowKit, by evaluating its published module. */
export async function readRainbowkit(directory: string): Promise<WalletRecord[]> {
  stubEnvironment()
  const module: unknown = await import(pathToFileURL(join(directory, entry)).href)
  const factories = z.record(z.string(), z.unknown()).parse({ ...z.looseObject({}).parse(module) })
  const records: WalletRecord[] = []
  for (const factory of Object.values(factories)) {
    if (typeof factory !== 'function') continue
    const wallet = walletSchema.parse(factory({ projectId: 'none', appName: 'none', appIcon: 'none' }))
    const { browserExtension, mobile, qrCode, chrome, ios, android, ...others } = wallet.downloadUrls ?? {}
    const links = [browserExtension, mobile, qrCode, chrome, ios, android, ...Object.values(others)]
    records.push({
      key: wallet.id,
      name: wallet.name,
      icon: await readIcon(wallet.iconUrl),
      iconBackground: wallet.iconBackground,
      links: links.filter((link) => link !== undefined),
      ...withoutUndefined({
        rdns: wallet.rdns,
        mobileLink: pairingBase(buildLink(wallet.mobile) ?? buildLink(wallet.qrCode), uri),
        desktopLink: pairingBase(buildLink(wallet.desktop), uri),
      }),
    })
  }
  return records
}
