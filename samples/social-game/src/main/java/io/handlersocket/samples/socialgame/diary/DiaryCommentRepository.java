// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import io.handlersocket.spring.FastReads;
import org.springframework.data.jpa.repository.JpaRepository;

/** Comments: {@code lookupBy(Line.class, "entry.id", entry)} reads an index, without a method of its own. */
public interface DiaryCommentRepository extends JpaRepository<DiaryComment, Long>, FastReads<DiaryComment, Long> {}
