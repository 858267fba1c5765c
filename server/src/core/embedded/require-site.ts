import type { Project } from '../../ports/stores/projects.ts'
import { explainOrigin } from '../documents/explain-origin.ts'
import { HttpError } from '../http-error.ts'

/** Mails name the site that requested them, so a caller cannot put an arbitrary text into a mail. @throws HttpError 403 */
export function requireSite(project: Project, site: string): void {
  const { origin, verdict } = explainOrigin(site, project)
  if (origin !== site || verdict === 'refused')
    throw new HttpError(403, `The project does not list this site: ${site}`)
}

/** Case does not distinguish mailboxes in practice, and two wallets for one address would look like a loss. */
export const normalizedEmail = (email: string): string => email.toLowerCase()
