// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import io.handlersocket.samples.socialgame.api.NotFoundException;
import io.handlersocket.samples.socialgame.player.PlayerCard;
import io.handlersocket.samples.socialgame.player.Players;
import io.handlersocket.samples.socialgame.world.GameTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Window;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Diaries: reading by key, searching by SQL, writing by JPA. */
@Service
public class Diaries {

    /** Characters of a title, a text and a comment, at most. */
    public static final int LONGEST_TITLE = 100;

    public static final int LONGEST_BODY = 2000;
    public static final int LONGEST_COMMENT = 500;

    private final DiaryEntryRepository entries;
    private final DiaryCommentRepository comments;
    private final DiaryQueries queries;
    private final Players players;

    Diaries(DiaryEntryRepository entries, DiaryCommentRepository comments, DiaryQueries queries, Players players) {
        this.entries = entries;
        this.comments = comments;
        this.queries = queries;
        this.players = players;
    }

    /**
     * Returns a page of a diary by keyset, the latest entries first. No SQL.
     *
     * @param before the cursor that the page in front of this one gave, null for the first page
     */
    public DiaryPage page(long player, @Nullable String before, int size) {
        players.require(player);
        Window<DiaryEntry> window =
                entries.findByPlayerIdOrderByIdDesc(player, Cursor.position(before), Limit.of(size));
        String next = window.hasNext()
                ? Cursor.of(window.getContent().get(window.size() - 1).line())
                : null;
        return new DiaryPage(window.stream().map(DiaryEntry::line).toList(), next);
    }

    /** Returns the latest entries, straight from the rows of an index. */
    public List<DiaryLine> latest(long player) {
        return entries.findTop5ByPlayerIdOrderByPostedAtDescIdDesc(player);
    }

    /** Returns an entry with its author (a lazy to-one) and comments. No SQL. */
    @Transactional(readOnly = true)
    public EntryView entry(long id) {
        DiaryEntry entry = entries.findById(id).orElseThrow(() -> new NotFoundException("diary entry", id));
        PlayerCard author = entry.player().card();
        DiaryLine line = entry.line();
        return new EntryView(id, author, line.postedAt(), line.title(), line.body(), comments(id));
    }

    private List<EntryView.Comment> comments(long entry) {
        List<DiaryComment.Line> lines = comments.findLinesByEntryId(entry).stream()
                .sorted(Comparator.comparingLong(DiaryComment.Line::id))
                .toList();
        Map<Long, PlayerCard> authors = players.cardsById(
                lines.stream().map(DiaryComment.Line::authorId).toList());
        return lines.stream()
                .map(line -> new EntryView.Comment(
                        line.id(), Objects.requireNonNull(authors.get(line.authorId())), line.writtenAt(), line.body()))
                .toList();
    }

    /** Returns the latest entries of a player's friends. SQL. */
    public List<FeedEntry> timeline(long player, int limit) {
        players.require(player);
        return queries.timeline(player, limit);
    }

    /** Returns the entries that fit the words best. SQL. */
    public List<FeedEntry> search(String words, int limit) {
        return queries.search(words, limit);
    }

    /** Writes an entry and returns its id. */
    @Transactional
    public long post(long player, String title, String body) {
        return entries.save(new DiaryEntry(players.require(player), GameTime.now(), title, body))
                .id();
    }

    /** Writes a comment and returns its id. */
    @Transactional
    public long comment(long entry, long author, String body) {
        DiaryEntry about = entries.findById(entry).orElseThrow(() -> new NotFoundException("diary entry", entry));
        players.require(author);
        return comments.save(new DiaryComment(about, author, GameTime.now(), body))
                .id();
    }
}
