// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Scenes that show every widget with made-up figures, laid out like the pages, for looking at and for tst_gallery.

#pragma once

#include <QString>

#include <functional>
#include <memory>
#include <vector>

class QWidget;

namespace snug::ui::gallery {

struct Scene
{
    QString name;
    int width, height;
    std::function<std::unique_ptr<QWidget>()> make;
};

std::vector<Scene> scenes();

} // namespace snug::ui::gallery
