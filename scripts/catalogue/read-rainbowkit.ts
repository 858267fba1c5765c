import { register } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { pairingBase, withoutUndefined } from './links.ts'
import type { WalletRecord } from './wallet-record.ts'

const entry = '@rainbow-me/rainbowkit/dist/wallets/walletConnectors/index.js'
const uri = 'URI'

const method = z.custom<(uri: string) => unknown>((value) => typeof value === 'function')
const opener = z.optional(z.object({ getUri: z.optional(method) }))
const walletSchema = z.object({
  id: z.string(),
  name: z.string(),
  rdns: z.optional(z.string()),
  iconUrl: z.union([z.string(), z.custom<() => unknown>((value) => typeof value === 'function')]),
  iconBackground: z.string(),
  downloadUrls: z.optional(z.record(z.string(), z.optional(z.string()))),
  mobile: opener,
  qrCode: opener,
  desktop: opener,
})

// The records are functions that also build wagmi connectors. They are called with connectors that do nothing, and as an
// iPhone, because only there the wallets' link schemes are included.
function prepareWorld(): void {
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

const built = (from: z.infer<typeof opener>): string | undefined => {
  const link = from?.getUri?.(uri)
  return typeof link === 'string' ? link : undefined
}

const readIcon = async (icon: string | (() => unknown)): Promise<string> =>
  z.string().parse(typeof icon === 'string' ? icon : await icon())

/** Wallets of RainbowKit, by evaluating its published module. */
export async function readRainbowkit(directory: string): Promise<WalletRecord[]> {
  prepareWorld()
  const module: unknown = await import(pathToFileURL(join(directory, entry)).href)
  const makers = z.record(z.string(), z.unknown()).parse({ ...z.looseObject({}).parse(module) })
  const records: WalletRecord[] = []
  for (const make of Object.values(makers)) {
    if (typeof make !== 'function') continue
    const wallet = walletSchema.parse(make({ projectId: 'none', appName: 'none', appIcon: 'none' }))
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
        mobileLink: pairingBase(built(wallet.mobile) ?? built(wallet.qrCode), uri),
        desktopLink: pairingBase(built(wallet.desktop), uri),
      }),
    })
  }
  return records
}
