# SPDX-License-Identifier: GPL-3.0-or-later
# BERT, embeddings of words and the texts that they learn from, in PyTorch.
import torch
from _book import Vocab, tokenize, truncate_pad
from torch import nn

from d2l._data import download_extract
from d2l._language import (LABELS, RandomGenerator, batches_of, bert_examples, get_centers_and_contexts, get_negatives,
                           get_tokens_and_segments, imdb_examples, ptb_examples, read_imdb, read_ptb, read_snli, read_vectors,
                           read_wiki, subsample)
from d2l._torch_attention import EncoderBlock, TransformerEncoderBlock, linear

__all__ = ['get_tokens_and_segments', 'BERTEncoder', 'MaskLM', 'NextSentencePred', 'BERTModel', 'load_data_wiki',
           'TokenEmbedding', 'read_ptb', 'subsample', 'get_centers_and_contexts', 'RandomGenerator', 'get_negatives', 'batchify',
           'load_data_ptb', 'read_imdb', 'load_data_imdb', 'read_snli', 'SNLIDataset', 'load_data_snli', 'predict_sentiment',
           'predict_snli']


def _of_2021(norm_shape, ffn_num_input, ffn_num_hiddens, num_heads, num_layers, dropout, max_len=1000, key_size=768,
             query_size=768, value_size=768, hid_in_features=768, mlm_in_features=768, nsp_in_features=768):
    return locals()


def _later(ffn_num_hiddens, num_heads, num_blks, dropout, max_len=1000):
    return dict(locals(), hid_in_features=None, mlm_in_features=None, nsp_in_features=None)


def _sizes(given, named):
    """What follows num_hiddens, which the two editions give in other orders. A shape is given in that of 2021 alone."""
    return (_of_2021 if 'norm_shape' in named or given and not isinstance(given[0], int) else _later)(*given, **named)


class BERTEncoder(nn.Module):
    def __init__(self, vocab_size, num_hiddens, *sizes, **named):
        super().__init__()
        sizes = _sizes(sizes, named)

        def block():
            if 'norm_shape' not in sizes:
                return TransformerEncoderBlock(num_hiddens, *(sizes[name] for name in (
                    'ffn_num_hiddens', 'num_heads', 'dropout')), True)
            return EncoderBlock(*(sizes[name] for name in ('key_size', 'query_size', 'value_size')), num_hiddens, *(
                sizes[name] for name in ('norm_shape', 'ffn_num_input', 'ffn_num_hiddens', 'num_heads', 'dropout')), True)

        self.token_embedding, self.segment_embedding = nn.Embedding(vocab_size, num_hiddens), nn.Embedding(2, num_hiddens)
        self.blks = nn.Sequential()
        for number in range(sizes.get('num_blks') or sizes['num_layers']):
            self.blks.add_module(f'{number}', block())
        self.pos_embedding = nn.Parameter(torch.randn(1, sizes['max_len'], num_hiddens))

    def forward(self, tokens, segments, valid_lens):
        X = self.token_embedding(tokens) + self.segment_embedding(segments)
        X = X + self.pos_embedding[:, :X.shape[1], :]
        for block in self.blks:
            X = block(X, valid_lens)
        return X


class MaskLM(nn.Module):
    def __init__(self, vocab_size, num_hiddens, num_inputs=None):
        super().__init__()
        self.mlp = nn.Sequential(linear(num_inputs, num_hiddens, True), nn.ReLU(), nn.LayerNorm(num_hiddens),
                                 linear(num_inputs and num_hiddens, vocab_size, True))

    def forward(self, X, pred_positions):
        rows, count = pred_positions.shape
        of_row = torch.arange(rows, device=X.device).repeat_interleave(count)
        return self.mlp(X[of_row, pred_positions.reshape(-1)].reshape((rows, count, -1)))


class NextSentencePred(nn.Module):
    def __init__(self, num_inputs=None):
        super().__init__()
        self.output = linear(num_inputs, 2, True)

    def forward(self, X):
        return self.output(X)


class BERTModel(nn.Module):
    def __init__(self, vocab_size, num_hiddens, *sizes, **named):
        super().__init__()
        self.encoder = BERTEncoder(vocab_size, num_hiddens, *sizes, **named)
        sizes = _sizes(sizes, named)
        self.hidden = nn.Sequential(linear(sizes['hid_in_features'], num_hiddens, True), nn.Tanh())
        self.mlm = MaskLM(vocab_size, num_hiddens, sizes['mlm_in_features'])
        self.nsp = NextSentencePred(sizes['nsp_in_features'])

    def forward(self, tokens, segments, valid_lens=None, pred_positions=None):
        encoded = self.encoder(tokens, segments, valid_lens)
        masked = None if pred_positions is None else self.mlm(encoded, pred_positions)
        return encoded, masked, self.nsp(self.hidden(encoded[:, 0, :]))


def pretrained(folder, num_hiddens, ffn_num_hiddens):
    """In place of the book's archives of trained parameters: parameters that nothing has trained."""
    import io
    import json
    from d2l._corpora import Language
    words = ['<unk>', '<pad>', '<mask>', '<cls>', '<sep>', *Language(8).words]
    file = io.BytesIO()
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        bert = BERTModel(len(words), num_hiddens, [num_hiddens], num_hiddens, ffn_num_hiddens, 4, 2, 0.1, 512, *6 * (num_hiddens,))
    torch.save(bert.state_dict(), file)
    return {f'{folder}/vocab.json': json.dumps(words), f'{folder}/pretrained.params': file.getvalue()}


def load_data_wiki(batch_size, max_len):
    from torch.utils import data
    vocab, columns = bert_examples(read_wiki(download_extract('wikitext-2', 'wikitext-2')), max_len)
    types = torch.long, torch.long, torch.float32, torch.long, torch.float32, torch.long, torch.long
    examples = data.TensorDataset(*(torch.tensor(column, dtype=dtype) for column, dtype in zip(columns, types)))
    examples.vocab = vocab
    return data.DataLoader(examples, batch_size, shuffle=True), vocab


class TokenEmbedding:
    def __init__(self, embedding_name):
        self.idx_to_token, rows = read_vectors(embedding_name)
        self.idx_to_vec, self.unknown_idx = torch.tensor(rows), 0
        self.token_to_idx = {token: place for place, token in enumerate(self.idx_to_token)}

    def __getitem__(self, tokens):
        return self.idx_to_vec[torch.tensor([self.token_to_idx.get(token, self.unknown_idx) for token in tokens])]

    def __len__(self):
        return len(self.idx_to_token)


def batchify(data):
    return tuple(map(torch.tensor, batches_of(data)))


def load_data_ptb(batch_size, max_window_size, num_noise_words):
    from torch.utils import data
    vocab, columns = ptb_examples(max_window_size, num_noise_words)
    return data.DataLoader(list(zip(*columns)), batch_size, shuffle=True, collate_fn=batchify), vocab


def load_data_imdb(batch_size, num_steps=500):
    from d2l.torch import load_array
    vocab, parts = imdb_examples(num_steps)
    return (*(load_array(tuple(map(torch.tensor, part)), batch_size, is_train) for part, is_train in zip(parts, (True, False))),
            vocab)


def predict_sentiment(net, vocab, sequence):
    from d2l.torch import try_gpu
    made = net(torch.tensor(vocab[sequence.split()], device=try_gpu()).reshape(1, -1)).argmax(dim=1)
    return 'positive' if made == 1 else 'negative'


class SNLIDataset:
    def __init__(self, dataset, num_steps, vocab=None):
        self.num_steps = num_steps
        tokens = [tokenize(part) for part in dataset[:2]]
        self.vocab = Vocab(tokens[0] + tokens[1], min_freq=5, reserved_tokens=['<pad>']) if vocab is None else vocab
        self.premises, self.hypotheses = map(self._pad, tokens)
        self.labels = torch.tensor(dataset[2])
        print(f'read {len(self.premises)} examples')

    def _pad(self, lines):
        return torch.tensor([truncate_pad(self.vocab[line], self.num_steps, self.vocab['<pad>']) for line in lines])

    def __getitem__(self, idx):
        return (self.premises[idx], self.hypotheses[idx]), self.labels[idx]

    def __len__(self):
        return len(self.premises)


def load_data_snli(batch_size, num_steps=50):
    from torch.utils import data
    folder = download_extract('SNLI')
    train = SNLIDataset(read_snli(folder, True), num_steps)
    test = SNLIDataset(read_snli(folder, False), num_steps, train.vocab)
    return data.DataLoader(train, batch_size, shuffle=True), data.DataLoader(test, batch_size), train.vocab


def predict_snli(net, vocab, premise, hypothesis):
    from d2l.torch import try_gpu
    net.eval()
    given = [torch.tensor(vocab[one], device=try_gpu()).reshape((1, -1)) for one in (premise, hypothesis)]
    return list(LABELS)[int(net(given).argmax(dim=1))]
