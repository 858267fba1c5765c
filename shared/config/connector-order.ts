import type * as z from 'zod/mini'
import { oneOf } from '../wire-schema.ts'

/** Connector groups in their default order (SPEC §4). */
export const defaultConnectorOrder = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
] as const

export const connectorGroupSchema = oneOf(...defaultConnectorOrder)

/** A group of wallet rows in the Connect view. */
export type ConnectorGroup = z.infer<typeof connectorGroupSchema>
