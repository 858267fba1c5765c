/** One entry of `/appkit/v1/config`; the shape is `shared/api/project.ts`'s. */
export type RemoteFeature = {
  readonly id: string
  readonly isEnabled: boolean
  readonly config: readonly string[] | null
}

/** Whether a feature is on, and between what there is to choose: providers, socials; nothing for a plain switch. */
export type FeatureState =
  | { readonly is: 'off' }
  | {
      readonly is: 'on'
      readonly choices: readonly string[]
    }

const off: FeatureState = { is: 'off' }
const on = (choices: readonly string[] = []): FeatureState => ({ is: 'on', choices })

type Reading = (items: readonly string[]) => FeatureState

/** The items say nothing. */
const asSwitch: Reading = () => on()
/** The items are what there is to choose from, in their order; without any there is nothing to offer. */
const asChoices: Reading = (items) => (items.length > 0 ? on(items) : off)
/** The items are conditions, such as `required`. */
const asConditions: Reading = (items) => on(items)

type RemoteRow = {
  /** Its id in `/appkit/v1/config`. */
  readonly wireId: string
  /** What the items of an enabled entry, or of a host's list, say. */
  readonly reads: Reading
  /** What holds when neither the project nor the host says anything (SPEC §3). */
  readonly unset: FeatureState
  /**
   * What holds until the project's settings are known. By default nothing is offered, so that no button comes and goes;
   * `wish`: what the host wished, for what happens without a button.
   */
  readonly untilKnown?: 'wish'
}

const socialNames = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'] as const

/** Features which the project's owner decides, with the remote defaults of SPEC §3. */
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
  // A second wallet that is being connected, or brought back, waits for nobody.
  multiWallet: { wireId: 'multi_wallet', reads: asSwitch, unset: off, untilKnown: 'wish' },
  emailCapture: { wireId: 'email_capture', reads: asConditions, unset: off },
  payWithExchange: { wireId: 'fund_from_exchange', reads: asSwitch, unset: off },
  payments: { wireId: 'payments', reads: asSwitch, unset: off },
  reownAuthentication: { wireId: 'reown_authentication', reads: asSwitch, unset: off },
} as const satisfies { readonly [name: string]: RemoteRow }

export type RemoteFeatureName = keyof typeof remoteFeatures

/** What the project's settings are known to be. */
export type RemoteConfigResult =
  | { readonly is: 'pending' }
  | { readonly is: 'answered'; readonly features: readonly RemoteFeature[] }
  /** They could not be had: the host's wishes hold, then the defaults. */
  | { readonly is: 'failed' }
  /** Basic mode: nobody is asked, and everything that is the project's to decide is off. */
  | { readonly is: 'basic' }

/** What a host wishes: on or off, or a list of providers, socials or conditions. */
export type FeatureOverride = boolean | readonly string[] | undefined

function wished({ reads, unset }: RemoteRow, wish: FeatureOverride): FeatureState {
  if (wish === undefined) return unset
  if (typeof wish !== 'boolean') return reads(wish)
  return wish ? (unset.is === 'on' ? unset : on()) : off
}

/**
 * How a feature stands (reference: what is known of `/appkit/v1/config`). The project's word beats the host's: what it
 * does not list is off, and what it lists with `config: null` it leaves to the host.
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

/** Names of the host's wishes that the project's settings leave without effect, for its developer. */
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
