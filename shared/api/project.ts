import * as z from 'zod/mini'
import { getEndpoint, noQuery } from './endpoint.ts'

/** One remote feature switch; `config: null` means "the local option decides". */
export const remoteFeature = z.object({
  id: z.string().check(z.maxLength(64)),
  isEnabled: z.boolean(),
  config: z.nullable(z.array(z.string().check(z.maxLength(64)))),
})
export type RemoteFeature = z.infer<typeof remoteFeature>

/** Features the project's owner has switched on. */
export const getProjectConfig = getEndpoint(
  '/appkit/v1/config',
  noQuery,
  z.object({ features: z.array(remoteFeature) }),
)

/** Origins that may use the project; patterns as in `origin-pattern.ts`, an empty list means "not set up". */
export const getAllowedOrigins = getEndpoint(
  '/projects/v1/origins',
  noQuery,
  z.object({ allowedOrigins: z.array(z.string().check(z.maxLength(512))).check(z.maxLength(1_000)) }),
)
