import type * as z from 'zod/mini'
import { matching, strictObject } from '../wire-schema.ts'

/** Name of the `<meta>` element with `vaultWidgetSchema` as JSON, in the vault's document. */
export const vaultWidgetName = 'widget'

/** The widget of a vault: only frames of this origin are trusted. */
export const vaultWidgetSchema = strictObject({ origin: matching(/^https?:\/\/[^\s/?#@]{1,256}$/) })
export type VaultWidget = z.infer<typeof vaultWidgetSchema>
