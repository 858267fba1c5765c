import { namespaces } from '#shared/caip/namespace.ts'
import { defaultConnectorOrder } from '#shared/config/connector-order.ts'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { type OpenRequestInput, requestableViewNames } from '#shared/config/requested-view.ts'

type AcceptedOf<Options> = { readonly [Name in keyof Required<Options>]: string }

const flag = 'true or false'
const url = 'an https URL of at most 2,000 characters'
const walletIds = 'at most 256 wallet ids of 1 to 128 characters'
const chainId = 'a CAIP-2 chain id such as eip155:1'
const shortText = 'text of at most 256 characters'
const choice = 'true, false, or at most 32 texts'

const listed = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ')

/** Accepted values of each option (SPEC §3, docs/sdk.md). */
const options: AcceptedOf<HostConfigInput> = {
  projectId: 'text of at most 128 characters',
  metadata: 'an object with name, and optionally description, url and icons',
  platforms: "a list of 'polkadot', 'ethereum' and 'solana'",
  networks: `at most 128 networks: ${chainId}, or an object with id, name, nativeCurrency and rpcUrls`,
  defaultNetwork: chainId,
  autoReconnect: flag,
  debug: flag,
  features: 'an object of features',
  basic: flag,
  analyticsConsent: flag,
  featuredWalletIds: walletIds,
  includeWalletIds: walletIds,
  excludeWalletIds: walletIds,
  customWallets: 'at most 64 objects with id, name and links',
  connectorOrder: `a list of ${listed(defaultConnectorOrder)}`,
  manualWCControl: flag,
  termsConditionsUrl: url,
  privacyPolicyUrl: url,
  tokens: `at most 256 objects with chainId (${chainId}) and address`,
  defaultAccountTypes: "an object with eip155, 'eoa' or 'smartAccount'",
  themeMode: "'light', 'dark' or 'auto'",
  themeVariables: 'an object of theme variables',
  locale: 'a BCP 47 language tag such as de or pt-BR',
  embedded: flag,
  siwx: 'an object of sign-in options',
  siweConfig: 'nothing beside siwx',
  review: "'always' or 'risky'",
}

const features: AcceptedOf<HostConfigInput['features'] & object> = {
  receive: flag,
  send: flag,
  emailShowWallets: flag,
  analytics: flag,
  allWallets: flag,
  legalCheckbox: flag,
  smartSessions: flag,
  collapseWallets: flag,
  pay: flag,
  swaps: choice,
  onramp: choice,
  email: flag,
  socials: choice,
  activity: flag,
  branding: flag,
  multiWallet: flag,
  emailCapture: choice,
  payWithExchange: flag,
  payments: flag,
  reownAuthentication: flag,
}

const metadata: AcceptedOf<HostConfigInput['metadata']> = {
  name: shortText,
  description: shortText,
  url: shortText,
  icons: 'at most 8 texts of at most 256 characters',
}

const siwx: AcceptedOf<HostConfigInput['siwx'] & object> = {
  mode: "'local' or 'hosted'",
  required: flag,
  statement: 'one line of 1 to 512 characters of EIP-4361',
  uri: 'an absolute URI of at most 2,000 characters',
  resources: 'at most 16 absolute URIs',
  requestId: 'text of 1 to 128 letters, digits and -._~',
  lifetimeSeconds: 'a whole number of seconds from 60 to 31,536,000',
  scope: "'chain' or 'address'",
  email: "'required' or 'optional', with mode 'hosted'",
  emailText: 'text of at most 200 characters',
}

const members: ReadonlyMap<string, object> = new Map<string, object>([
  ['', options],
  ['features', features],
  ['metadata', metadata],
  ['siwx', siwx],
])

const namespace = `one of ${listed(namespaces)}`

const openParameters: AcceptedOf<OpenRequestInput> = {
  view: `one of ${listed(requestableViewNames)}`,
  namespace,
  uri: "a 'wc:' URI of WalletConnect 2 of at most 1,000 characters",
  amount: 'text of at most 80 characters',
  assetAddress: 'text of at most 128 characters',
  chainId,
  to: shortText,
}

/** The SDK functions of the calls, and the accepted values of each parameter. */
const functions = {
  'modal.open': { name: 'openModal', accepted: openParameters },
  'wallet.connect': { name: 'connect', accepted: { walletId: 'text of 1 to 256 characters' } },
  'session.disconnect': { name: 'disconnect', accepted: { namespace, walletId: shortText } },
  'network.switch': { name: 'switchNetwork', accepted: { chainId } },
  'theme.set': {
    name: 'setTheme',
    accepted: { mode: options.themeMode, variables: options.themeVariables },
  },
  'consent.set': { name: 'setAnalyticsConsent', accepted: { analytics: flag } },
} satisfies Readonly<Record<string, { readonly name: string; readonly accepted: object }>>

/** Calls that pass on what the page passed to an SDK function. */
export type HostCall = keyof typeof functions

const acceptedAt = (group: string, name: string): string | undefined => {
  const accepted: unknown = Reflect.get(Object(members.get(group)), name)
  return typeof accepted === 'string' ? accepted : undefined
}

const valueTextMaxLength = 60

/** A short text of a value. */
function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > valueTextMaxLength ? `${text.slice(0, valueTextMaxLength)}…` : text
}

const valueAt = (config: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? Reflect.get(value, name)
        : undefined,
    config,
  )

/**
 * The message for an invalid option: its path, its value and what it accepts. `option` is a path such as `features.swaps` or
 * `networks.0`, of `readHostConfig`; empty if the options are no object.
 */
export function optionProblem(option: string, config: unknown): string {
  if (option === '') return `Invalid options: it is ${valueText(config)}; accepted is an object`
  const path = option.split('.')
  const [first = '', second = ''] = path
  const accepted = acceptedAt(first, second) ?? acceptedAt('', first)
  const problem = `Invalid option ${option}: it is ${valueText(valueAt(config, path))}`
  if (accepted === undefined) return problem
  const owner =
    acceptedAt(first, second) === undefined && path.length > 1 ? `${first} accepts ` : 'accepted is '
  return `${problem}; ${owner}${accepted}`
}

/** The Levenshtein distance of two texts. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, character] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (character === otherLetter ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** A suggestion for a misspelt name. */
const suggestion = (name: string, knownNames: readonly string[]): string => {
  const [similar] = knownNames
    .map((one) => ({ one, edits: editDistance(one.toLowerCase(), name.toLowerCase()) }))
    // In a short name, two edits make another name.
    .filter(({ edits }) => edits <= Math.min(2, Math.floor(name.length / 2)))
    .sort((left, right) => left.edits - right.edits)
    .map(({ one }) => one)
  return similar === undefined ? '' : `; did you mean ${similar}?`
}

const namesIn = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []

/** Features that are accepted for compatibility and have no view. */
const featuresWithoutView = ['pay', 'email', 'branding', 'payments', 'reownAuthentication'] as const

/** Messages for known options that the host sets in vain. */
function vainOptions(config: unknown): readonly string[] {
  const isSet = (value: unknown) => value !== undefined && value !== false
  const siwe = isSet(valueAt(config, ['siweConfig'])) ? ['Option siweConfig has no effect; use siwx'] : []
  const features = featuresWithoutView.filter((name) => isSet(valueAt(config, ['features', name])))
  return [
    ...siwe,
    ...features.map((name) => `Option features.${name} has no effect yet: the widget has no view for it`),
  ]
}

/** Messages for ignored options: unknown ones, of which most are misspelt, and those without an effect. */
export function ignoredOptions(config: unknown): readonly string[] {
  const unknown = [...members].flatMap(([group, accepted]) => {
    const knownNames = Object.keys(accepted)
    return namesIn(group === '' ? config : valueAt(config, [group]))
      .filter((name) => !knownNames.includes(name))
      .map((name) => {
        const path = group === '' ? name : `${group}.${name}`
        return `Unknown option ${path.slice(0, valueTextMaxLength)} is ignored${suggestion(name, knownNames)}`
      })
  })
  return [...unknown, ...vainOptions(config)]
}

/**
 * The message for an invalid parameter of an SDK function: its name, its value and what it accepts. `path` is its path in
 * the passed value; empty if that is no object.
 */
export function parameterProblem(call: HostCall, path: readonly string[], passed: unknown): string {
  const { name, accepted }: { readonly name: string; readonly accepted: object } = functions[call]
  const knownNames = Object.keys(accepted)
  const [parameter] = path
  if (parameter === undefined)
    return `Invalid parameters of ${name}: it is ${valueText(passed)}; accepted is an object of ${knownNames.join(', ')}`
  const shortName = parameter.slice(0, valueTextMaxLength)
  if (!knownNames.includes(parameter))
    return `Unknown parameter ${shortName} of ${name}; accepted are ${knownNames.join(', ')}${suggestion(parameter, knownNames)}`
  return `Invalid parameter ${shortName} of ${name}: it is ${valueText(valueAt(passed, path))}; accepted is ${Reflect.get(accepted, parameter)}`
}
