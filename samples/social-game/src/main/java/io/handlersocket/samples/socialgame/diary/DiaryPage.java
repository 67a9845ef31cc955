// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries of a diary, the latest first; {@code next} is the cursor of the page after this one, null at the end. */
public record DiaryPage(List<DiaryLine> entries, @Nullable String next) {}
