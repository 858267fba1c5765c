import type * as z from 'zod/mini'
import { freshCopy, listOf, nonEmptyText, openObject, optional, text } from '../wire-schema.ts'
import { relayUrlSchema } from './deploy-config.ts'

/** Name of the `<meta>` element with `documentProjectSchema` as JSON. */
export const documentProjectName = 'site'

/**
 * The project's settings in the document that the server serves for it (`embedPath`). A static host serves one document for
 * all projects, without it.
 */
export const documentProjectSchema = freshCopy(() =>
  openObject({
    /** As of `getAllowedOrigins`. */
    allowedOrigins: listOf(text(512), 1_000),
    /** Differences from `walletConnect` of `widget.config.json`. */
    walletConnect: optional(
      openObject({ projectId: optional(nonEmptyText(128)), relayUrl: optional(relayUrlSchema) }),
    ),
  }),
)

export type DocumentProject = z.output<typeof documentProjectSchema>
