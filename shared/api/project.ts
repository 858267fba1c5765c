import type * as z from 'zod/mini'
import { custom, flag, freshCopy, listOf, openObject, text } from '../wire-schema.ts'
import { getEndpoint, noQuery } from './endpoint.ts'

/** One remote feature switch; `config: null` means "the local option decides". */
export const remoteFeature = freshCopy(() =>
  openObject({
    id: text(64),
    isEnabled: flag,
    config: custom<string[] | null>((value) => value === null || listOf(text(64)).fits(value)),
  }),
)
export type RemoteFeature = z.infer<typeof remoteFeature>

/** Features that the project's owner enabled. */
export const getProjectConfig = getEndpoint('/appkit/v1/config', noQuery, () =>
  openObject({ features: listOf(remoteFeature) }),
)

/** Origins that may use the project; patterns as in `origin-pattern.ts`, an empty list means "not set up". */
export const getAllowedOrigins = getEndpoint('/projects/v1/origins', noQuery, () =>
  openObject({ allowedOrigins: listOf(text(512), 1_000) }),
)
