import type { Project } from '../../ports/stores/projects.ts'
import { createProject } from './new-project.ts'

/** The id that the first page of the documentation uses. */
const seededProjectId = 'demo'

/** The project that an empty database is seeded with: for pages on the developer's machine, on any port. */
export const createSeededProject = (key: string, nowMs: number): Project =>
  createProject({
    key,
    id: seededProjectId,
    name: 'Demo',
    allowedOrigins: ['localhost:*', '*.localhost:*', '127.0.0.1:*'],
    createdAtMs: nowMs,
  })
