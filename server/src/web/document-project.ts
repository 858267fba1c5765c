import { type DocumentProject, documentProjectName } from '../../../shared/config/document-project.ts'
import type { Project } from '../ports/stores/projects.ts'

/** The part of a project that the widget's document contains; the settings of the deployment are in `widget.config.json`. */
export function documentProject({ allowedOrigins, walletConnect }: Project): DocumentProject {
  const { projectId, relayUrl } = walletConnect
  const walletConnectOptions = {
    ...(projectId !== undefined && { projectId }),
    ...(relayUrl !== undefined && { relayUrl: relayUrl === 'none' ? '' : relayUrl }),
  }
  return {
    allowedOrigins: [...allowedOrigins],
    ...(Object.keys(walletConnectOptions).length > 0 && { walletConnect: walletConnectOptions }),
  }
}

const attributeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Adds the project to the document as a meta tag; a widget whose document has none calls the API. */
export const withProject = (html: string, project: Project): string =>
  html.replace('</head>', () => {
    const content = attributeText(JSON.stringify(documentProject(project)))
    return `<meta name="${documentProjectName}" content="${content}" /></head>`
  })
