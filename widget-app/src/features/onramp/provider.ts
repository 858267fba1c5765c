import { decimalText } from '#shared/api/wire-formats.ts'
import { namespaceSchema } from '#shared/caip/namespace.ts'
import { onrampFeePercent } from '#shared/config/limits.ts'
import * as z from '#shared/zod.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { isFrameOrigin } from './provider-page-url.ts'

const common = {
  /** As in the project's settings (SPEC §3: onramp via meld). */
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  /** The provider's own fee range in percent; absent if only its quotes state it. */
  feePercent: z.optional(z.tuple([decimalText(), decimalText()])),
  namespaces: z.array(namespaceSchema),
}

/** By where its page opens: in a popup, or in a frame of the widget. */
export const providerSchema = z.discriminatedUnion('open', [
  z.object({ ...common, open: z.literal('popup') }),
  z.object({
    ...common,
    open: z.literal('iframe'),
    /** The origins of its pages; each also has to be in `frame-src` of the widget's document. */
    origins: z
      .array(z.string().check(z.maxLength(256), z.refine(isFrameOrigin)))
      .check(z.minLength(1), z.maxLength(8)),
  }),
])

/** An onramp provider, as configured. */
export type Provider = z.output<typeof providerSchema>

const nameMaxLength = 64

/** The display name of a provider; without a visible character, its id or a question mark. */
export const providerName = ({ id, name }: Pick<Provider, 'id' | 'name'>): string =>
  sanitizeText(name, nameMaxLength) || sanitizeText(id, nameMaxLength) || '?'

/** The provider of the specification; requests to its service name no provider. */
export const defaultProviderId = 'meld'

/** The specification's providers, for a deployment that lists none. */
export const defaultProviders: readonly Provider[] = [
  {
    id: defaultProviderId,
    name: 'Meld',
    open: 'popup',
    feePercent: [...onrampFeePercent],
    namespaces: ['eip155', 'solana'],
  },
]
