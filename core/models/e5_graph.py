"""The network of E5 as an ONNX model: integer matrices, with a scale for every token.

What is kept in integers (of 8 bits, the weights of 7, because AVX2 adds two products in 16 bits and would overflow):
queries, keys, values, the output of attention and the inner layer. The outer layer stays in fp32: behind GELU few
values are large, and they carry much. Each token has its own scale, so that a text's vector doesn't depend on what is
computed with it, and one odd token costs the others no precision. The graph takes one text at a time: without padding
attention needs no mask, which is quicker than any batch.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from core.models.e5_file import E5File, Floats

INPUT, OUTPUT = "embeddings", "mean"

_CONTRIB = "com.microsoft"
_WEIGHT_STEPS, _VALUE_STEPS, _VALUE_ZERO = 63, 127, 128


def build(file: E5File, exact: bool = False, progress: Callable[[int, int], None] = lambda done, total: None) -> bytes:
    """The model, serialised.

    It takes `embeddings` of shape (1, tokens, hidden), words and positions summed, and gives `mean`, shape (1, hidden):
    the mean over the tokens, not normalised.

    Args:
        exact: everything in fp32, to compare with.
        progress: called with the layers done and their number.
    """
    graph = _Graph(file, exact)
    state = graph.norm(INPUT, "emb.ln")
    for layer in range(file.shape.layers):
        state = graph.layer(state, f"l{layer}.")
        progress(layer + 1, file.shape.layers)
    graph.constant("token axis", np.array([1]))
    graph.nodes.append(helper.make_node("ReduceMean", [state, "token axis"], [OUTPUT], keepdims=0))
    hidden = file.shape.hidden
    inputs = [helper.make_tensor_value_info(INPUT, TensorProto.FLOAT, [1, "tokens", hidden])]
    outputs = [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, [1, hidden])]
    drawn = helper.make_graph(graph.nodes, "e5", inputs, outputs, graph.constants)
    operators = [helper.make_opsetid("", 18), helper.make_opsetid(_CONTRIB, 1)]
    model: bytes = helper.make_model(drawn, opset_imports=operators, ir_version=10).SerializeToString()
    return model


class _Graph:
    """Nodes and constants as they are added. Methods take and give names of values."""

    def __init__(self, file: E5File, exact: bool) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._file = file
        self._exact = exact
        self.constant("last axis", np.array([-1]))
        self.constant("thirds", np.array([file.shape.hidden] * 3))
        self.constant("steps", np.float32(_VALUE_STEPS))
        self.constant("smallest", np.float32(1e-9))
        # A cast cuts off: half a step more rounds.
        self.constant("zero and a half", np.float32(_VALUE_ZERO + 0.5))
        self.constant("zero", np.uint8(_VALUE_ZERO))
        self.constant("one", np.float32(1))

    def constant(self, name: str, value: NDArray[np.generic] | np.generic) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value).reshape(np.shape(value)), name))
        return name

    def node(self, kind: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        return self._nodes(kind, inputs, 1, domain, attributes)[0]

    def _nodes(
        self, kind: str, inputs: Sequence[str], outputs: int, domain: str, attributes: dict[str, Any]
    ) -> list[str]:
        names = [f"{kind} {len(self.nodes)}.{number}" for number in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, domain=domain, **attributes))
        return names

    def norm(self, value: str, name: str) -> str:
        parts = [self.constant(f"{name}.{part}", self._file.vector(f"{name}.{part}")) for part in "wb"]
        return self.node("LayerNormalization", value, *parts, axis=-1, epsilon=self._file.shape.epsilon)

    def layer(self, state: str, prefix: str) -> str:
        """Attention, then the two-layer network of every token, each added to what came in and normalised."""
        shape = self._file.shape
        three = self.product(state, prefix, ["q", "k", "v"], shape.hidden)
        parts = self._nodes("Split", [three, "thirds"], 3, "", {"axis": -1})
        bias = self.bias(prefix, ["q", "k", "v"])
        seen = self.node("MultiHeadAttention", *parts, bias, domain=_CONTRIB, num_heads=shape.heads)
        state = self.added(state, self.product(seen, prefix, ["ao"], shape.hidden), prefix, "ao", "aln")
        inner = self.product(state, prefix, ["fi"], shape.hidden)
        inner = self.node("BiasGelu", inner, self.bias(prefix, ["fi"]), domain=_CONTRIB)
        outer = self.node("MatMul", inner, self.constant(f"{prefix}fo", self._weights(prefix, ["fo"], shape.inner)))
        return self.added(state, outer, prefix, "fo", "oln")

    def added(self, state: str, change: str, prefix: str, name: str, norm: str) -> str:
        biased = self.node("Add", change, self.bias(prefix, [name]))
        return self.norm(self.node("Add", biased, state), prefix + norm)

    def bias(self, prefix: str, names: Sequence[str]) -> str:
        values = np.concatenate([self._file.vector(f"{prefix}{name}.b") for name in names])
        return self.constant(f"{prefix}{''.join(names)} bias", values)

    def product(self, value: str, prefix: str, names: Sequence[str], inputs: int) -> str:
        """The value times the matrices of these names side by side, without their biases."""
        weights = self._weights(prefix, names, inputs)
        name = prefix + "".join(names)
        if self._exact:
            return self.node("MatMul", value, self.constant(name, weights))
        scales = np.maximum(np.abs(weights).max(axis=0) / _WEIGHT_STEPS, np.finfo(np.float32).tiny)
        self.constant(name, np.rint(weights / scales).astype(np.int8))
        self.constant(f"{name} scales", scales.astype(np.float32))
        whole, scale = self._whole_numbers(value)
        summed = self.node("MatMulIntegerToFloat", whole, name, "one", f"{name} scales", "zero", domain=_CONTRIB)
        return self.node("Mul", summed, scale)

    def _whole_numbers(self, value: str) -> tuple[str, str]:
        """Each token's values in steps of its largest one's 127th, and the size of that step."""
        largest = self.node("ReduceMax", value, "last axis", keepdims=1)
        smallest = self.node("Neg", self.node("ReduceMin", value, "last axis", keepdims=1))
        reach = self.node("Max", largest, smallest, "smallest")
        scaled = self.node("Mul", value, self.node("Div", "steps", reach))
        whole = self.node("Cast", self.node("Add", scaled, "zero and a half"), to=TensorProto.UINT8)
        return whole, self.node("Div", reach, "steps")

    def _weights(self, prefix: str, names: Sequence[str], inputs: int) -> Floats:
        return np.concatenate([self._file.matrix(f"{prefix}{name}.w", inputs) for name in names]).T
