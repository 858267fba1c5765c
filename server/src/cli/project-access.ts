import { suggestKey } from '../config/suggest-key.ts'
import type { Project, ProjectStore } from '../ports/stores/projects.ts'
import { type CliPorts, CommandError, type ExitCode, type ParsedArguments, UsageError } from './command.ts'
import { withStores } from './store-access.ts'

/** Opens the projects for one command, and always closes them. */
export const withProjects = (
  args: ParsedArguments,
  ports: CliPorts,
  run: (projects: ProjectStore) => Promise<ExitCode>,
  use: 'create' | 'existing' = 'existing',
): Promise<ExitCode> => withStores(args, ports, ({ projects }) => run(projects), use)

/** Finds a project by id. @throws CommandError with the closest id. */
export async function requireProject(id: string, projects: ProjectStore, nowMs: number): Promise<Project> {
  const project = await projects.find(id, nowMs)
  if (project) return project
  const ids = (await projects.list()).map((one) => one.id)
  const suggestion = suggestKey(id, ids)
  const hint =
    suggestion === undefined ? 'drawbridge project list prints all.' : `Did you mean ${suggestion}?`
  throw new CommandError(`There is no project ${id}. ${hint}`)
}

/** Validates an id that hosts can pass to the SDK. @throws UsageError */
export function checkProjectId(id: string): string {
  if (/^[a-zA-Z0-9_-]{1,64}$/.test(id)) return id
  throw new UsageError(`The id "${id}" must have 1 to 64 letters, digits, hyphens or underscores.`)
}

/** @throws CommandError when the project was deleted meanwhile. */
export function assertChanged(isChanged: boolean, { id }: Project): void {
  if (!isChanged) throw new CommandError(`The project ${id} no longer exists.`)
}
