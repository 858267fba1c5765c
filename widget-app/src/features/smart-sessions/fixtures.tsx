import { accountId } from '#shared/caip/account-id.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { ChainAdapter } from '#widget/chains/chain-adapter.ts'
import type { SessionPermission } from '#widget/chains/request-facts.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import bundledNetworks from '#widget/domain/networks/generated/networks.json'
import { watchWalletsAtom } from '#widget/domain/wallets/discovered-wallets.ts'
import topWallets from '#widget/domain/wallets/generated/top-wallets.json'
import { testConnection } from '#widget/testing/connection.ts'
import type { Fixture, FixturesOf } from '#widget/testing/fixture.ts'
import {
  alice,
  bob,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWallet,
} from '#widget/testing/world.ts'
import { revokeAtom, revokeStateAtom } from './atoms/revoke.ts'
import { sessionAtom, sessionTabAtom } from './atoms/sessions.ts'

type SmartSessions = NonNullable<ChainAdapter['smartSessions']>
type Routes = NonNullable<TestWorldOptions['routes']>
const wallet = testWallet()
const chain = parseChainId('eip155:1')
export const account = accountId(chain, alice)
/** API path of the session list; `revokePath` revokes a session. */
export const listPath = `/v1/sessions/${encodeURIComponent(account)}`
export const revokePath = `${listPath}/revoke`
/** The list of the same address on Base, which is configured too. */
export const basePath = `/v1/sessions/${encodeURIComponent(accountId(parseChainId('eip155:8453'), alice))}`

export const nowMs = Date.UTC(2026, 10, 22, 12)
const day = 86_400
const now = nowMs / 1_000

/** A session as its service returns it: one day old, valid for a month. */
export const session = (pci: string, name: string, over: object = {}) => ({
  project: { id: 'demo', name, url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example/shop` },
  pci,
  createdAt: now - day,
  expiry: now + 29 * day,
  permissions: [
    {
      type: 'native-token-recurring-allowance',
      data: { allowance: '0x2386f26fc10000', start: now - day, period: 7 * day },
    },
  ],
  ...over,
})

const allSessions = [
  session('coffee', 'Tidewater Coffee'),
  session('chess', 'Chess Club', { createdAt: now - 3 * day, expiry: now + day }),
  session('old', 'Old Paper', { expiry: now - day }),
  session('gone', 'Gone Games', { revokedAt: now - day }),
]

const onBase = session('wharf', 'Wharf Games')
/** A policy that is shown whole, and one that cannot be parsed. */
const policies = [
  { type: 'call-limit', data: { count: 20 } },
  { type: 'other', data: 1, more: 1 },
]

const allowance: SessionPermission = {
  is: 'allowance',
  figure: {
    value: 10_000_000_000_000_000n,
    contract: undefined,
    asset: { symbol: 'ETH', decimals: 18 },
  },
  isUnlimited: false,
  period: 604_800n,
  start: BigInt(now - day),
}
const calls: SessionPermission = {
  is: 'calls',
  contract: bob,
  functions: [
    {
      ...{
        name: 'move',
        called: { selector: '0x87cb15f7', signature: 'move(uint256)' },
        mostSent: undefined,
      },
      ...{ isDelegated: false, isRepeated: false, isBound: false, conditions: [] },
    },
  ],
}

/** A service that lists a session as revoked after the request. */
function servedRoutes(pcis: readonly unknown[], routes: Routes): Routes {
  const ended = new Set<unknown>()
  return {
    [listPath]: () => ({
      body: {
        pcis: pcis.map((one) =>
          ended.has(Reflect.get(Object(one), 'pci')) ? { ...Object(one), revokedAt: now } : one,
        ),
      },
    }),
    [basePath]: () => ({ body: { pcis: [] } }),
    [revokePath]: (_url, body) => {
      ended.add(Reflect.get(Object(body), 'pci'))
      return { body: {} }
    },
    ...routes,
  }
}

export const sessionOptions = (
  pcis: readonly unknown[] = allSessions,
  over: Partial<SmartSessions> = {},
  routes: Routes = {},
): TestWorldOptions => ({
  ...{ bundledNetworks, topWallets, wallets: [wallet], startsAt: () => nowMs },
  config: { features: { smartSessions: true } },
  routes: servedRoutes(pcis, routes),
  adapter: testAdapter({
    smartSessions: {
      readPermissions: async (permissions) => permissions.map(() => allowance),
      revoke: async () => '0x1234',
      ...over,
    },
  }),
})

/** Connects the account. */
export const connected = ({ store }: TestWorld): void => {
  store.set(watchWalletsAtom)
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: wallet.handle, chain }),
  })
  store.set(modalOpenAtom, true)
}

async function until({ clock }: TestWorld, condition: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200 && !condition(); attempt += 1) {
    await clock.advance(100)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Revokes a session, and waits until `isSo` accepts the state. */
const revokedUntil =
  (condition: (state: { readonly is: string; readonly failure?: object }) => boolean) =>
  async (world: TestWorld): Promise<void> => {
    const { store } = world
    await until(world, () => store.get(sessionAtom('coffee')) !== undefined)
    const found = store.get(sessionAtom('coffee'))
    if (!found) return
    void store.set(revokeAtom, found.session)
    await until(world, () => condition(store.get(revokeStateAtom)))
  }

const never = () => new Promise<never>(() => {})
const rejecting = (code: number) => () => Promise.reject(new ProviderRpcError(code, 'Refused'))
const hasFailure = ({ failure }: { readonly failure?: object }) => failure !== undefined

const listView: ViewOf<'SmartSessionList'> = { name: 'SmartSessionList' }
const list = (
  state: string,
  options: TestWorldOptions,
  tab: 'active' | 'expired' | 'revoked' = 'active',
): Fixture<ViewOf<'SmartSessionList'>> => ({
  ...{ view: listView, state, options },
  before: (world) => {
    connected(world)
    world.store.set(sessionTabAtom, tab)
  },
})
const one = (
  state: string,
  options: TestWorldOptions,
  pci = 'coffee',
  after?: Fixture['after'],
): Fixture<ViewOf<'SmartSessionSettings'>> => ({
  ...{ view: { name: 'SmartSessionSettings', pci }, state, options, before: connected },
  ...(after ? { after } : {}),
})

const created = (
  outcome: ViewOf<'SmartSessionCreated'>['outcome'],
): Fixture<ViewOf<'SmartSessionCreated'>> => ({
  ...{ view: { name: 'SmartSessionCreated', outcome }, state: outcome, options: sessionOptions() },
  before: connected,
})

/** Every state of the three views. Test only. */
export const fixtures: FixturesOf<'SmartSessionList' | 'SmartSessionSettings' | 'SmartSessionCreated'> = {
  SmartSessionList: [
    list('active', sessionOptions()),
    list('expired', sessionOptions(), 'expired'),
    list('revoked', sessionOptions(), 'revoked'),
    list('none', sessionOptions([])),
    list(
      'on two networks',
      sessionOptions(allSessions, {}, { [basePath]: () => ({ body: { pcis: [onBase] } }) }),
    ),
    list('one network failed', sessionOptions([allSessions[0]], {}, { [basePath]: () => ({ status: 400 }) })),
    list('one that cannot be read', sessionOptions([{ pci: 'odd', expiry: 'soon' }, ...allSessions])),
    list('loading', sessionOptions([], {}, { [listPath]: never })),
    list('failed', sessionOptions([], {}, { [listPath]: () => ({ status: 400 }) })),
  ],
  SmartSessionSettings: [
    one('active', sessionOptions()),
    one('expired', sessionOptions(), 'old'),
    one('revoked', sessionOptions(), 'gone'),
    one(
      'several permissions',
      sessionOptions(allSessions, { readPermissions: async () => [allowance, calls, undefined] }),
    ),
    one('cannot be read', sessionOptions([{ pci: 'odd', expiry: 'soon' }]), 'odd'),
    one('policies', sessionOptions([session('coffee', 'Tidewater Coffee', { policies })])),
    one('unknown', sessionOptions(), 'nobody'),
    one('loading', sessionOptions([], {}, { [listPath]: never })),
    one(
      'signing',
      sessionOptions(allSessions, { revoke: never }),
      'coffee',
      revokedUntil(({ is }) => is === 'signing'),
    ),
    one(
      'revoking',
      sessionOptions(allSessions, {}, { [revokePath]: never }),
      'coffee',
      revokedUntil(({ is }) => is === 'revoking'),
    ),
    one(
      'rejected',
      sessionOptions(allSessions, { revoke: rejecting(4001) }),
      'coffee',
      revokedUntil(hasFailure),
    ),
    one(
      'request already open',
      sessionOptions(allSessions, { revoke: rejecting(-32002) }),
      'coffee',
      revokedUntil(hasFailure),
    ),
    one(
      'not revoked',
      sessionOptions(allSessions, { revoke: rejecting(-32603) }),
      'coffee',
      revokedUntil(hasFailure),
    ),
    one(
      'refused',
      sessionOptions(
        allSessions,
        {},
        {
          [revokePath]: () => ({
            status: 401,
            body: { reasons: [{ description: 'The signature does not hold' }] },
          }),
        },
      ),
      'coffee',
      revokedUntil(hasFailure),
    ),
    one(
      'done',
      sessionOptions(),
      'coffee',
      revokedUntil(({ is }) => is === 'revoked'),
    ),
  ],
  SmartSessionCreated: [created('starting'), created('active'), created('not-started'), created('unclear')],
}
