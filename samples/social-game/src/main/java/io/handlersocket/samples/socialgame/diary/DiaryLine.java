// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import java.time.LocalDateTime;

/** What a player's diary shows of an entry. */
public record DiaryLine(long id, LocalDateTime postedAt, String title, String body) {}
