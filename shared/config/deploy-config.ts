import * as z from 'zod/mini'
import { networkSchema } from './network.ts'

/** Either empty (the widget's own origin) or an absolute URL without a trailing slash. */
const baseUrl = z.string().check(z.regex(/^$|^https?:\/\/[^\s/]+(\/[^\s]*[^\s/])?$/))

/**
 * `widget.config.json`: what the operator of the widget decides at deploy time and no host can change:
 * where the API, the blockchain API and the RPC gateway are.
 */
export const deployConfigSchema = z.object({
  environment: z._default(z.enum(['production', 'local']), 'production'),
  apiUrl: z._default(baseUrl, ''),
  blockchainApiUrl: z._default(baseUrl, ''),
  rpcUrl: z._default(baseUrl, ''),
  /** Networks the deployment knows besides the bundled table. */
  networks: z._default(z.array(networkSchema), []),
  /** Project id used when the widget's own URL is opened in a tab. */
  standaloneProjectId: z._default(z.string(), ''),
})

export type DeployConfig = z.output<typeof deployConfigSchema>
