import type { Project } from '../../ports/stores/projects.ts'
import { defaultFeatures } from './default-features.ts'

/** All projects share one name registry: a name of the zone has one owner, independent of the host. */
const sharedRegistry = 'default'

/** Creates a project with the features of SPEC §3 and the given origins. */
export const createProject = (
  fields: Pick<Project, 'key' | 'id' | 'name' | 'allowedOrigins' | 'createdAtMs'>,
): Project => ({
  ...fields,
  acceptsDefaultOrigins: false,
  features: defaultFeatures,
  isAnalyticsEnabled: false,
  walletConnect: {},
  nameRegistry: sharedRegistry,
})
