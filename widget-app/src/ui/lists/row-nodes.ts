/** A row's node in the document and the item it shows. */
export type RowNode = { readonly key: number; readonly id: string }

/**
 * The nodes that show these items, in document order. At rest that is the order of the list, and a new item has a node of
 * its own. During a fast scroll new items reuse the nodes of removed ones, in place: changing a text costs a fraction of
 * creating a row, and the user does not read or tab through a scrolling list.
 */
export function rowNodes(
  before: readonly RowNode[],
  ids: readonly string[],
  isRunning: boolean,
): readonly RowNode[] {
  let key = before.reduce((highest, node) => Math.max(highest, node.key), 0)
  const createNode = (id: string): RowNode => ({ key: ++key, id })
  const nodesById = new Map(before.map((node) => [node.id, node]))
  if (!isRunning) return ids.map((id) => nodesById.get(id) ?? createNode(id))
  const visibleIds = new Set(ids)
  const newIds = ids.filter((id) => !nodesById.has(id))
  const reused = before.flatMap((node): readonly RowNode[] => {
    if (visibleIds.has(node.id)) return [node]
    const id = newIds.shift()
    return id === undefined ? [] : [{ key: node.key, id }]
  })
  return [...reused, ...newIds.map(createNode)]
}
