import * as z from '#shared/zod.ts'
import { getEndpoint, postEndpoint } from './endpoint.ts'

const nameText = () => z.string().check(z.minLength(1), z.maxLength(255))
const addressText = () => z.string().check(z.minLength(1), z.maxLength(128))
/** An avatar's URL; the widget decides whether it displays it. */
const avatarText = () => z.string().check(z.maxLength(65_536))

/** A registered name: accounts by coin type (SLIP-44, ENSIP-11), and attributes that its owner set. */
export const profile = () =>
  z.object({
    name: nameText(),
    addresses: z.record(z.string().check(z.regex(/^\d{1,10}$/)), z.object({ address: addressText() })),
    attributes: z.optional(
      z.nullable(
        z.union([
          z.array(z.object({ avatar: z.optional(avatarText()) })).check(z.maxLength(32)),
          z.object({ avatar: z.optional(avatarText()) }),
        ]),
      ),
    ),
  })
export type Profile = z.infer<ReturnType<typeof profile>>

const versioned = () =>
  z.object({ sender: z.optional(addressText()), apiVersion: z.optional(z.literal('2')) })

/** The primary name of an account, in any name service that the API supports. */
export const getIdentity = getEndpoint(
  '/v1/identity/:address',
  () => z.object({ sender: z.optional(addressText()) }),
  () => z.object({ name: z.nullable(nameText()), avatar: z.nullable(avatarText()) }),
)

/** The profile of a name; 404: not registered. */
export const getProfile = getEndpoint('/v1/profile/account/:name', versioned, profile)

/** The registered names of an account; 404: none. */
export const getReverseNames = getEndpoint('/v1/profile/reverse/:address', versioned, () =>
  z.array(profile()).check(z.maxLength(100)),
)

/** Names similar to the typed one, and whether they are registered. */
export const getNameSuggestions = getEndpoint(
  '/v1/profile/suggestions/:name',
  () => z.object({ zone: z.optional(z.string().check(z.maxLength(64))) }),
  () =>
    z.object({
      suggestions: z.array(z.object({ name: nameText(), registered: z.boolean() })).check(z.maxLength(100)),
    }),
)

/**
 * Registers a name. `message` is the JSON that `address` signed: `{name, attributes, timestamp}`, the time in seconds. A
 * failed registration returns `{reasons: [{description}]}`.
 */
export const postProfile = postEndpoint(
  '/v1/profile/account',
  () => z.object({}),
  () =>
    z.object({
      coin_type: z.int().check(z.gte(0), z.lte(0xffffffff)),
      address: addressText(),
      message: z.string().check(z.minLength(2), z.maxLength(4_096)),
      signature: z.string().check(z.regex(/^0x[0-9a-fA-F]{2,20000}$/)),
    }),
  () => z.object({ success: z.boolean() }),
)
