// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import io.handlersocket.spring.FastLookup;
import java.util.List;
import org.springframework.data.jpa.repository.JpaRepository;

/** Comments, along the index of their entry. */
public interface DiaryCommentRepository extends JpaRepository<DiaryComment, Long> {

    @FastLookup
    List<DiaryComment.Line> findLinesByEntryId(long entry);
}
