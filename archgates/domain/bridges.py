"""Strong bridges: the edges without which a strongly connected component falls apart.

An edge is one exactly when it is a bridge of the flow graph from some node, forwards or backwards (Italiano, Laura
and Santaroni 2012). Both are read off dominator trees (Cooper, Harvey and Kennedy 2001).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

_Edge = tuple[str, str]
_Graph = Mapping[str, Collection[str]]


def strong_bridges(graph: _Graph) -> dict[_Edge, int]:
    """Every strong bridge of a strongly connected graph, with the number of nodes that it alone connects.

    The number is that of the nodes which the graph's first node reaches, or which reach it, by this edge only: the
    larger it is, the smaller is what stays connected.
    """
    if not graph:
        return {}
    forwards = _bridges(graph)
    backwards = {(start, end): size for (end, start), size in _bridges(_reversed(graph)).items()}
    return {edge: max(forwards.get(edge, 0), backwards.get(edge, 0)) for edge in {**forwards, **backwards}}


def _reversed(graph: _Graph) -> dict[str, list[str]]:
    turned: dict[str, list[str]] = {node: [] for node in graph}
    for node, followers in graph.items():
        for follower in followers:
            turned[follower].append(node)
    return turned


def _bridges(graph: _Graph) -> dict[_Edge, int]:
    """Bridges of the flow graph from the first node: all paths to the end of such an edge lead over it."""
    order = _reverse_postorder(graph)
    position = {node: number for number, node in enumerate(order)}
    before = [sorted(position[one] for one in froms) for froms in map(_reversed(graph).__getitem__, order)]
    above = _dominators(before)
    below = [1] * len(order)
    for node in range(len(order) - 1, 0, -1):
        below[above[node]] += below[node]
    return {
        (order[above[node]], order[node]): below[node]
        for node in range(1, len(order))
        if above[node] in before[node]
        and all(one == above[node] or _is_below(one, node, above) for one in before[node])
    }


def _reverse_postorder(graph: _Graph) -> list[str]:
    """Nodes from the first one on, each before those that are only reached through it."""
    start = next(iter(graph))
    seen = {start}
    order: list[str] = []
    stack = [(start, iter(sorted(graph[start])))]
    while stack:
        node, followers = stack[-1]
        for follower in followers:
            if follower not in seen:
                seen.add(follower)
                stack.append((follower, iter(sorted(graph[follower]))))
                break
        else:
            order.append(node)
            stack.pop()
    return order[::-1]


def _dominators(before: list[list[int]]) -> list[int]:
    """The immediate dominator of each node, by its number in reverse postorder; that of the first is itself."""
    above = [0] + [-1] * (len(before) - 1)
    changed = True
    while changed:
        changed = False
        for node in range(1, len(before)):
            found = -1
            for one in before[node]:
                if above[one] >= 0:
                    found = one if found < 0 else _meet(one, found, above)
            if above[node] != found:
                above[node] = found
                changed = True
    return above


def _meet(one: int, other: int, above: list[int]) -> int:
    """The nearest node that dominates both."""
    while one != other:
        if one > other:
            one = above[one]
        else:
            other = above[other]
    return one


def _is_below(node: int, root: int, above: list[int]) -> bool:
    """Whether `root` dominates `node`."""
    while node > root:
        node = above[node]
    return node == root
