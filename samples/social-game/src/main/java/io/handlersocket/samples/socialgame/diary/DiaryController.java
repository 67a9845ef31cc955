// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Diaries and comments. */
@RestController
@RequestMapping("/api")
class DiaryController {

    private final Diaries diaries;

    DiaryController(Diaries diaries) {
        this.diaries = diaries;
    }

    record NewEntry(
            @NotBlank @Size(max = Diaries.LONGEST_TITLE) String title,
            @NotBlank @Size(max = Diaries.LONGEST_BODY) String body) {}

    record NewComment(
            @NotNull Long authorId,
            @NotBlank @Size(max = Diaries.LONGEST_COMMENT) String body) {}

    @GetMapping("/players/{id}/diary")
    DiaryPage diary(
            @PathVariable long id,
            @RequestParam(required = false) @Nullable String before,
            @RequestParam(defaultValue = "10") @Min(1) @Max(100) int size) {
        return diaries.page(id, before, size);
    }

    @GetMapping("/players/{id}/diary/latest")
    List<DiaryLine> latest(@PathVariable long id) {
        return diaries.latest(id);
    }

    @GetMapping("/players/{id}/timeline")
    List<FeedEntry> timeline(@PathVariable long id, @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return diaries.timeline(id, size);
    }

    @GetMapping("/diary/{entry}")
    EntryView entry(@PathVariable long entry) {
        return diaries.entry(entry);
    }

    @GetMapping("/diary/search")
    List<FeedEntry> search(
            @RequestParam @NotBlank @Size(max = 100) String q,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int size) {
        return diaries.search(q, size);
    }

    @PostMapping("/players/{id}/diary")
    ResponseEntity<EntryView> post(@PathVariable long id, @Valid @RequestBody NewEntry entry) {
        long written = diaries.post(id, entry.title(), entry.body());
        return ResponseEntity.created(URI.create("/api/diary/" + written)).body(diaries.entry(written));
    }

    @PostMapping("/diary/{entry}/comments")
    ResponseEntity<EntryView> comment(@PathVariable long entry, @Valid @RequestBody NewComment comment) {
        diaries.comment(entry, comment.authorId(), comment.body());
        return ResponseEntity.created(URI.create("/api/diary/" + entry)).body(diaries.entry(entry));
    }
}
