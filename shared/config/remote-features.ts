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

type Reading = (items: readonly string[]) => FeatureState

/** Ignores the items. */
const asSwitch: Reading = () => on()
/** The items are the choices, in order; without any the feature is off. */
const asChoices: Reading = (items) => (items.length > 0 ? on(items) : off)
/** The items are conditions, such as `required`. */
const asConditions: Reading = (items) => on(items)

type RemoteRow = {
  /** Its id in `/appkit/v1/config`. */
  readonly wireId: string
  /** Interprets the items of an enabled entry, or of a host's list. */
  readonly reads: Reading
  /** The state if neither the project nor the host configures it (SPEC §3). */
  readonly unset: FeatureState
  /**
   * The state until the project's settings are known. By default off, so that no button appears and disappears; `wish`: the
   * host's override, for features without a button.
   */
  readonly untilKnown?: 'wish'
}

const socialNames = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

/** Features that the project's owner decides, with the remote defaults of SPEC §3. */
export const remoteFeatures = {
  swaps: { wireId: 'swap', reads: asChoices, unset: on(['1inch']) },
  onramp: { wireId: 'onramp', reads: asChoices, unset: on(['meld']) },
  email: {
    wireId: 'social_login',
    reads: (items) => (items.includes('email') ? on() : off),
    unset: on(),
  },
  socials: {
    wireId: 'social_login',
    reads: (items) => asChoices(items.filter((item) => item !== 'email')),
    unset: on(socialNames),
  },
  activity: { wireId: 'activity', reads: asSwitch, unset: on() },
  branding: { wireId: 'reown_branding', reads: asSwitch, unset: on() },
  // Connecting or restoring a second wallet must not wait for the settings.
  multiWallet: { wireId: 'multi_wallet', reads: asSwitch, unset: off, untilKnown: 'wish' },
  emailCapture: { wireId: 'email_capture', reads: asConditions, unset: off },
  payWithExchange: { wireId: 'fund_from_exchange', reads: asSwitch, unset: off },
  payments: { wireId: 'payments', reads: asSwitch, unset: off },
  reownAuthentication: { wireId: 'reown_authentication', reads: asSwitch, unset: off },
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

function wished({ reads, unset }: RemoteRow, wish: FeatureOverride): FeatureState {
  if (wish === undefined) return unset
  if (typeof wish !== 'boolean') return reads(wish)
  return wish ? (unset.is === 'on' ? unset : on()) : off
}

/**
 * The state of a feature (reference: what is known of `/appkit/v1/config`). The project wins over the host: what it does not
 * list is off, and what it lists with `config: null` the host decides.
 */
export function featureStateOf(
  name: RemoteFeatureName,
  answer: RemoteConfigResult,
  wish: FeatureOverride,
): FeatureState | { readonly is: 'pending' } {
  const row: RemoteRow = remoteFeatures[name]
  switch (answer.is) {
    case 'basic':
      return off
    case 'pending':
      return row.untilKnown === 'wish' ? wished(row, wish) : answer
    case 'failed':
      return wished(row, wish)
    case 'answered': {
      const told = answer.features.find(({ id }) => id === row.wireId)
      if (!told) return off
      if (told.config === null) return wished(row, wish)
      return told.isEnabled ? row.reads(told.config) : off
    }
  }
}

/** Names of the host's overrides that the project's settings make ineffective, for its developer. */
export function effectiveOverrides(
  features: readonly RemoteFeature[],
  wishes: { readonly [Name in RemoteFeatureName]?: FeatureOverride },
): readonly string[] {
  return Object.entries(remoteFeatures).flatMap(([name, { wireId }]) => {
    const wish: unknown = Reflect.get(wishes, name)
    const told = features.find(({ id }) => id === wireId)
    return wish === undefined || told?.config === null ? [] : [name]
  })
}
