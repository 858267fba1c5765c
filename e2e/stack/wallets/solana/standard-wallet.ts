import type { WalletPlan } from '../presets.ts'

type WalletMethod = (...args: readonly unknown[]) => Promise<unknown>
type Connect = (args?: unknown) => Promise<{ readonly accounts: readonly object[] }>
type SigningMethod = WalletPlan['solanaSigning'][number]
type ListenerMethod = (event: string, listener: (payload: unknown) => void) => void

/** Creates the Wallet Standard object of a wallet, version 1.0.0. */
export function standardWallet(
  plan: Pick<WalletPlan, 'name' | 'icon' | 'solanaSigning'>,
  chains: readonly string[],
  methods: { readonly connect: Connect } & Readonly<Record<'disconnect' | SigningMethod, WalletMethod>>,
  events: { readonly on: ListenerMethod; readonly off: ListenerMethod },
  accounts: () => readonly object[],
) {
  const signing = plan.solanaSigning.map((name): [string, object] => [
    `solana:${name}`,
    {
      version: '1.0.0',
      ...(name === 'signMessage' || name === 'signIn'
        ? {}
        : { supportedTransactionVersions: Object.freeze(['legacy', 0]) }),
      [name]: methods[name],
    },
  ])
  const features = {
    'standard:connect': { version: '1.0.0', connect: methods.connect },
    'standard:disconnect': { version: '1.0.0', disconnect: methods.disconnect },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: (payload: unknown) => void) {
        events.on(event, listener)
        return () => events.off(event, listener)
      },
    },
    ...Object.fromEntries(signing),
  }
  for (const feature of Object.values(features)) Object.freeze(feature)
  return Object.freeze({
    version: '1.0.0',
    name: plan.name,
    icon: plan.icon,
    chains,
    features: Object.freeze(features),
    get accounts() {
      return accounts()
    },
  })
}

type Register = (wallet: object) => unknown

const toRegister = (api: unknown): Register | undefined => {
  const register: unknown = Reflect.get(Object(api), 'register')
  return typeof register === 'function' ? (wallet) => Reflect.apply(register, api, [wallet]) : undefined
}

/** Registers a wallet by the events of the Wallet Standard, with present and with later dApps. */
export function registerStandardWallet(page: EventTarget, wallet: object): void {
  const registerWith = (api: unknown) => toRegister(api)?.(wallet)
  page.addEventListener('wallet-standard:app-ready', (event) => registerWith(Reflect.get(event, 'detail')))
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerWith }))
}
