"""Networks of the large models' architectures with random weights, kept in a folder as the real ones are."""

from pathlib import Path
from typing import Any

_WORDS = "prix fibre azur offre box modem carte client mois la le de des un une est quel سعر عرض".split()
_VOCABULARY = 250_002
"""XLM-RoBERTa's, so that the network has its true size; the small tokenizer uses the first few of it."""

_TRUE: dict[str, Any] = {
    "hidden_size": 1024,
    "num_hidden_layers": 24,
    "num_attention_heads": 16,
    "intermediate_size": 4096,
    "max_position_embeddings": 8194,
}
_TINY: dict[str, Any] = {
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 64,
    "max_position_embeddings": 1026,
}


def build_random(folder: Path, *, is_tiny: bool = False, is_reranker: bool = False, seed: int = 0) -> Path:
    """An encoder as bge-m3 or a sequence classifier as bge-reranker-v2-m3, with its tokenizer; returns the folder."""
    import torch
    from transformers import XLMRobertaConfig, XLMRobertaForSequenceClassification, XLMRobertaModel

    folder.mkdir(parents=True, exist_ok=True)
    pieces = build_tokenizer(folder)
    config = XLMRobertaConfig(
        vocab_size=pieces if is_tiny else _VOCABULARY,
        type_vocab_size=1,
        bos_token_id=0,
        pad_token_id=1,
        eos_token_id=2,
        num_labels=1,
        **(_TINY if is_tiny else _TRUE),
    )
    torch.manual_seed(seed)
    network = XLMRobertaForSequenceClassification(config) if is_reranker else XLMRobertaModel(config)
    if is_reranker:
        with torch.no_grad():  # random logits lie near 0: far enough apart to tell passages by
            network.classifier.out_proj.weight.mul_(60)
    # Real weights are kept in fp16 or fp32; the size on disk is the only difference.
    network.save_pretrained(folder)
    return folder


def build_heads(folder: Path, *, is_tiny: bool = False, seed: int = 0) -> None:
    """The two files with which bge-m3 gives lexical weights and token vectors, random as the network, in its folder."""
    import torch

    size = (_TINY if is_tiny else _TRUE)["hidden_size"]
    torch.manual_seed(seed)
    torch.save(torch.nn.Linear(size, 1).state_dict(), folder / "sparse_linear.pt")
    torch.save(torch.nn.Linear(size, size).state_dict(), folder / "colbert_linear.pt")


def build_tokenizer(folder: Path) -> int:
    """XLM-RoBERTa's tokenizer over a small unigram vocabulary, kept in the folder; returns its size."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import XLMRobertaTokenizerFast

    letters = {chr(code) for low, high in ((33, 127), (0x621, 0x64B), (0xE0, 0x100)) for code in range(low, high)}
    pieces = ["<s>", "<pad>", "</s>", "<unk>", *(f"▁{word}" for word in _WORDS), "▁", *sorted(letters), "<mask>"]
    vocabulary = [(piece, 0.0 if piece.startswith("<") else -(len(piece) ** 0.5)) for piece in pieces]
    tokenizer = Tokenizer(models.Unigram(vocabulary, unk_id=3))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    XLMRobertaTokenizerFast(tokenizer_object=tokenizer, model_max_length=8192).save_pretrained(folder)
    return len(pieces)
