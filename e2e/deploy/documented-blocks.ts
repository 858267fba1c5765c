/** A code block of a document with a mark before it: an HTML comment, which is not rendered. */
export type Block = {
  /**
   * `run`: must exit with code 0. `start`: runs until `target`, a URL, is started again or the document ends, and is ready
   * when the URL responds. `file`: the content of the file `target`. `machine`: as `run`, on a separate machine with
   * systemd.
   */
  readonly mark: 'run' | 'start' | 'file' | 'machine'
  readonly target: string
  readonly text: string
  /** Number of the code block's first line. */
  readonly line: number
}

const markedBlock = /^<!-- (run|start|file|machine)(?:: (\S+))? -->\n\n?```\w+\n(.*?)^```$/gms

const isMark = (text: string): text is Block['mark'] => ['run', 'start', 'file', 'machine'].includes(text)

/** The marked blocks of a Markdown document, in order. @throws Error if a mark has no block or no target */
export function documentedBlocks(markdown: string): readonly Block[] {
  const blocks = [...markdown.matchAll(markedBlock)].map((match): Block => {
    const [fullMatch, mark = '', target = '', text = ''] = match
    const line = markdown.slice(0, match.index + fullMatch.indexOf('```')).split('\n').length + 1
    if (!isMark(mark) || (mark === 'run' || mark === 'machine') !== (target === ''))
      throw new Error(`Line ${line}: the mark ${mark} has a target that does not fit`)
    return { mark, target, text, line }
  })
  const marks = markdown.match(/^<!-- (?:run|start|file|machine)\b.*$/gm) ?? []
  if (marks.length !== blocks.length)
    throw new Error(`${marks.length} marks, but ${blocks.length} blocks follow one`)
  return blocks
}

/** Blocks that run in a folder of any machine, without root. */
export const folderBlocks = (markdown: string): readonly Block[] =>
  documentedBlocks(markdown).filter(({ mark }) => mark !== 'machine')
