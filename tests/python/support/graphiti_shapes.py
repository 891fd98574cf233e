"""A Graphiti without a graph database. Its methods have the recorded shapes of graphiti-core 0.29:
parameters, results and order. The results are graphiti-core's own models if it is installed, and
their recorded shapes. The model is scripted: every message becomes a fact."""

from __future__ import annotations

from datetime import datetime, timezone
from types import SimpleNamespace
from typing import Any, List, Optional

import pytest

NOW = datetime(2026, 5, 1, tzinfo=timezone.utc)


class Shapes:
    """Makes the recorded shapes of the models."""

    def __getattr__(self, name: str) -> Any:
        return lambda **fields: SimpleNamespace(**fields)


def models_of(kind: str) -> Any:
    if kind == "recorded shapes":
        return Shapes()
    reason = "graphiti-core is not installed"
    graphiti = pytest.importorskip("graphiti_core.graphiti", reason=reason)
    edges = pytest.importorskip("graphiti_core.edges")
    nodes = pytest.importorskip("graphiti_core.nodes")
    search = pytest.importorskip("graphiti_core.search.search_config")
    return SimpleNamespace(
        EntityEdge=edges.EntityEdge,
        EntityNode=nodes.EntityNode,
        EpisodicNode=nodes.EpisodicNode,
        AddEpisodeResults=graphiti.AddEpisodeResults,
        SearchResults=search.SearchResults,
    )


class ScriptedGraphiti:
    """`fault`: `not extracted`, `not found`, or none. An episode that says that the key moved
    invalidates the fact about the key."""

    def __init__(self, models: Any, fault: str = "") -> None:
        self._models = models
        self._fault = fault
        self._episodes = 0
        self.edges: List[Any] = []

    async def add_episode(
        self,
        name: str,
        episode_body: str,
        source_description: str,
        reference_time: datetime,
        source: str = "message",
        group_id: Optional[str] = None,
        uuid: Optional[str] = None,
    ) -> Any:
        self._episodes += 1
        episode = f"episode-{self._episodes}"
        changed = []
        if "moved" in episode_body:
            for at, edge in enumerate(self.edges):
                if "spare key" in edge.fact and edge.invalid_at is None:
                    self.edges[at] = self._edge(edge.uuid, edge.fact, edge.episodes, NOW)
                    changed.append(self.edges[at])
        if not (self._fault == "not extracted" and "spare key" in episode_body):
            fact = episode_body.replace("By the way, the", "The")
            self.edges.append(self._edge(f"fact-{len(self.edges) + 1}", fact, [episode]))
            changed.append(self.edges[-1])
        times = {"created_at": NOW, "group_id": "ada"}
        return self._models.AddEpisodeResults(
            episode=self._models.EpisodicNode(
                **{"uuid": episode, "name": name, "content": episode_body, "labels": [], **times},
                **{"source": source, "source_description": "", "valid_at": NOW},
            ),
            nodes=[
                self._models.EntityNode(
                    uuid="node-1", name="Ada", summary="The user", labels=[], **times
                )
            ],
            **{"edges": changed, "episodic_edges": [], "communities": [], "community_edges": []},
        )

    def _edge(
        self, uuid: str, fact: str, episodes: List[str], invalid_at: Optional[datetime] = None
    ) -> Any:
        ends = {"source_node_uuid": "node-1", "target_node_uuid": "node-2"}
        return self._models.EntityEdge(
            **{"uuid": uuid, "name": "TOLD", "fact": fact, "episodes": list(episodes), **ends},
            **{"created_at": NOW, "group_id": "ada", "invalid_at": invalid_at, "expired_at": None},
        )

    async def search(
        self, query: str, center_node_uuid: Any = None, group_ids: Any = None
    ) -> List[Any]:
        lost = self._fault == "not found"
        return [edge for edge in self.edges if not (lost and "spare key" in edge.fact)]

    async def search_(self, query: str, config: Any = None) -> Any:
        return self._models.SearchResults(
            edges=await ScriptedGraphiti.search(self, query), nodes=[], episodes=[], communities=[]
        )

    async def remove_episode(self, episode_uuid: str) -> None:
        if not any(episode_uuid in edge.episodes for edge in self.edges):
            raise ValueError(f"node {episode_uuid} not found")
        self.edges = [edge for edge in self.edges if edge.episodes[0] != episode_uuid]
