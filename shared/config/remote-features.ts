/** One entry of `/appkit/v1/config`; the shape is `shared/api/project.ts`'s. */
export type RemoteFeature = {
  readonly id: string
  readonly isEnabled: boolean
  readonly config: readonly string[] | null
}

/** Whether a feature is on, and its choices: providers, socials; empty for a plain switch. */
export type FeatureState =
  | { readonly is: 'off' }
  | {
      readonly is: 'on'
      readonly choices: readonly string[]
    }

const off: FeatureState = { is: 'off' }
const on = (choices: readonly string[] = []): FeatureState => ({ is: 'on', choices })

type ItemsParser = (items: readonly string[]) => FeatureState

/** Ignores the items. */
const asSwitch: ItemsParser = () => on()
/** The items are the choices, in order; without any the feature is off. */
const asChoices: ItemsParser = (items) => (items.length > 0 ? on(items) : off)
/** The items are conditions, such as `required`. */
const asConditions: ItemsParser = (items) => on(items)

type RemoteRow = {
  /** Its id in `/appkit/v1/config`. */
  readonly wireId: string
  /** Interprets the items of an enabled entry, or of a host's list. */
  readonly parseItems: ItemsParser
  /** The state if neither the project nor the host configures it (SPEC §3). */
  readonly defaultState: FeatureState
  /**
   * The state until the project's settings are known. By default off, so that no button appears and disappears; `wish`: the
   * host's override, for features without a button.
   */
  readonly whilePending?: 'wish'
}

/** Services whose accounts log in to embedded wallets, in the order of SPEC §3. */
export const socialNames = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

/** Features that the project's owner decides, with the remote defaults of SPEC §3. */
export const remoteFeatures = {
  swaps: { wireId: 'swap', parseItems: asChoices, defaultState: on(['1inch']) },
  onramp: { wireId: 'onramp', parseItems: asChoices, defaultState: on(['meld']) },
  email: {
    wireId: 'social_login',
    parseItems: (items) => (items.includes('email') ? on() : off),
    defaultState: on(),
  },
  socials: {
    wireId: 'social_login',
    parseItems: (items) => asChoices(items.filter((item) => item !== 'email')),
    defaultState: on(socialNames),
  },
  activity: { wireId: 'activity', parseItems: asSwitch, defaultState: on() },
  branding: { wireId: 'reown_branding', parseItems: asSwitch, defaultState: on() },
  // Connecting or restoring a second wallet must not wait for the settings.
  multiWallet: { wireId: 'multi_wallet', parseItems: asSwitch, defaultState: off, whilePending: 'wish' },
  emailCapture: { wireId: 'email_capture', parseItems: asConditions, defaultState: off },
  payWithExchange: { wireId: 'fund_from_exchange', parseItems: asSwitch, defaultState: off },
  payments: { wireId: 'payments', parseItems: asSwitch, defaultState: off },
  reownAuthentication: { wireId: 'reown_authentication', parseItems: asSwitch, defaultState: off },
} as const satisfies { readonly [name: string]: RemoteRow }

export type RemoteFeatureName = keyof typeof remoteFeatures

/** The project's settings, as far as they are known. */
export type RemoteConfigResult =
  | { readonly is: 'pending' }
  | { readonly is: 'answered'; readonly features: readonly RemoteFeature[] }
  /** The fetch failed: the host's overrides apply, then the defaults. */
  | { readonly is: 'failed' }
  /** Basic mode: nothing is fetched, and all features of the project's settings are off. */
  | { readonly is: 'basic' }

/** A host's override: on or off, or a list of providers, socials or conditions. */
export type FeatureOverride = boolean | readonly string[] | undefined

function overriddenState({ parseItems, defaultState }: RemoteRow, override: FeatureOverride): FeatureState {
  if (override === undefined) return defaultState
  if (typeof override !== 'boolean') return parseItems(override)
  return override ? (defaultState.is === 'on' ? defaultState : on()) : off
}

/**
 * The state of a feature (reference: what is known of `/appkit/v1/config`). The project wins over the host: what it does not
 * list is off, and what it lists with `config: null` the host decides.
 */
export function featureStateOf(
  name: RemoteFeatureName,
  remoteConfig: RemoteConfigResult,
  override: FeatureOverride,
): FeatureState | { readonly is: 'pending' } {
  const row: RemoteRow = remoteFeatures[name]
  switch (remoteConfig.is) {
    case 'basic':
      return off
    case 'pending':
      return row.whilePending === 'wish' ? overriddenState(row, override) : remoteConfig
    case 'failed':
      return overriddenState(row, override)
    case 'answered': {
      const entry = remoteConfig.features.find(({ id }) => id === row.wireId)
      if (!entry) return off
      if (entry.config === null) return overriddenState(row, override)
      return entry.isEnabled ? row.parseItems(entry.config) : off
    }
  }
}

/** Names of the host's overrides that the project's settings make ineffective, for its developer. */
export function effectiveOverrides(
  features: readonly RemoteFeature[],
  overrides: { readonly [Name in RemoteFeatureName]?: FeatureOverride },
): readonly string[] {
  return Object.entries(remoteFeatures).flatMap(([name, { wireId }]) => {
    const override: unknown = Reflect.get(overrides, name)
    const entry = features.find(({ id }) => id === wireId)
    return override === undefined || entry?.config === null ? [] : [name]
  })
}
